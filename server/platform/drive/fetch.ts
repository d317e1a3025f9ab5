import type { Config } from '#server/config.ts';
import { AppError } from '#domain/errors.ts';

type Bases = Config['drive']['bases'];

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where Google serves bytes and pictures, such as lh3.googleusercontent.com. Names deeper down may be of its customers. */
const CONTENT_HOST = /^[a-z\d-]+\.googleusercontent\.com$/;

/** Whether an address is on a host that Google serves pictures and bytes from. */
export const isContentHost = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' && port === '' && CONTENT_HOST.test(hostname);

/**
 * Fetches from Google, and follows redirects of a GET to the configured origins and Google's content hosts. Headers
 * that carry secrets go to the first origin only. Any other redirect is an answer, like a refusal.
 */
export async function fetchFromGoogle(
  bases: Bases,
  address: URL,
  init: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  const origins = new Set(Object.values(bases).map((base) => new URL(base).origin));
  let [url, headers] = [address, init.headers];
  for (let redirects = 0; ; redirects++) {
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    if (init.method !== 'GET' || !REDIRECTS.has(answer.status)) return answer;
    const next = URL.parse(answer.headers.get('location') ?? '', url.href);
    const isAllowed = next !== null && (origins.has(next.origin) || isContentHost(next));
    if (!isAllowed || redirects === MOST_REDIRECTS) return answer;
    await answer.body?.cancel();
    if (next.origin !== url.origin) headers = withoutSecrets(headers);
    url = next;
  }
}

const SECRETS = new Set(['authorization', 'x-goog-drive-resource-keys']);

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRETS.has(name)));

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
