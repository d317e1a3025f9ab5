import { AppError } from '#domain/errors.ts';

/** What is no file is short: all of it is there soon after the head of the answer, or the line is broken. */
const ANSWER_BODY_MS = 30_000;

/** The bytes of an answer. Throws DRIVE_UNREACHABLE when they have not ended in time, or the line breaks. */
export async function* chunksInTime(
  { body }: Response,
  ms: number = ANSWER_BODY_MS,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no end after ${ms} ms`)), ms);
  // Whoever stops reading does not wait for it.
  late.promise.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new AppError('DRIVE_UNREACHABLE', undefined, { cause: error });
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}

/** The same as text. */
export async function textInTime(response: Response, ms?: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksInTime(response, ms)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
