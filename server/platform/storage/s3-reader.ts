import { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ByteRange } from './storage.ts';
import { translateS3Error } from './s3-errors.ts';

const MAX_ATTEMPTS = 3;
const READ_AHEAD = 256 * 1024;

type Source = { Bucket: string; Key: string };
type Response = { body: Readable; length: number; etag: string | undefined };

/** A broken or idle connection (such as a paused download) is replaced by one that continues at the same byte. */
export async function openObject(
  client: S3Client,
  source: Source,
  range?: ByteRange,
): Promise<Readable> {
  const start = range?.start ?? 0;
  const first = await get(client, source, range && `bytes=${start}-${range.end}`);
  let current = first;

  async function* bytes() {
    let chunks = current.body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let read = 0;
    const resume = async () => {
      const rest = `bytes=${start + read}-${start + first.length - 1}`;
      current = await get(client, { ...source, IfMatch: first.etag }, rest);
      if (current.length !== first.length - read) throw new Error('the server ignores ranges');
      chunks = current.body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    };
    try {
      while (read < first.length) {
        const chunk = await nextChunk(() => chunks, resume);
        read += chunk.length;
        yield chunk;
      }
      await chunks.next(); // reads to the end, so that the connection can be reused
    } finally {
      current.body.destroy();
    }
  }

  const stream = Readable.from(bytes(), { objectMode: false, highWaterMark: READ_AHEAD });
  // If the reader stops before its first byte, the generator never runs.
  return stream.once('close', () => current.body.destroy());
}

async function nextChunk(
  chunks: () => AsyncIterator<Buffer>,
  reconnect: () => Promise<void>,
): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { value, done } = (await chunks().next()) as IteratorResult<Buffer, undefined>;
      if (!done) return value;
      throw new Error('the connection ended too early');
    } catch (error) {
      if (tries === MAX_ATTEMPTS) throw translateS3Error(error);
    }
    await reconnect().catch((error: unknown) => {
      throw translateS3Error(error);
    });
  }
}

async function get(
  client: S3Client,
  source: Source & { IfMatch?: string | undefined },
  range: string | undefined,
): Promise<Response> {
  const answer = await client.send(new GetObjectCommand({ ...source, Range: range }));
  const body = answer.Body;
  if (!(body instanceof Readable) || answer.ContentLength === undefined) {
    throw new Error('the server did not report the size of the object');
  }
  return { body, length: answer.ContentLength, etag: answer.ETag };
}
