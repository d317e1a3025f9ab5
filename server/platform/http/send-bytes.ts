import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange, type ByteRange } from '../media/range.ts';

type Chunks = Readable | AsyncIterable<Uint8Array>;

/** Something to send: its bytes are in memory, or opened when it is known which are wanted. */
export type Sendable = {
  /** Length of the whole, bytes. */
  size: number;
  /** Strong entity tag with its quotes: other bytes, other tag. */
  etag: string;
  bytes: Buffer | ((range: ByteRange) => Chunks | Promise<Chunks>);
  headers: Record<string, string>;
  /** Asked again and again while bytes flow; when it rejects, the transfer breaks off. */
  recheck?: (() => Promise<unknown>) | undefined;
};

/** How long bytes may still go out after a right has been taken back. */
const RECHECK_MS = 3000;

/**
 * Answers GET and HEAD with the whole, one range (206, 416) or, when the browser has these bytes
 * already, with 304. Preconditions in the order of RFC 9110, section 13.2.2; Range as in 14.2.
 * Rejects before any header is set when the bytes cannot be opened.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  sendable: Sendable,
): Promise<FastifyReply> {
  const { size, etag, headers } = sendable;
  const given = request.headers;
  if (given['if-none-match'] !== undefined && matches(given['if-none-match'], etag)) {
    return reply
      .status(304)
      .headers({ ...headers, etag })
      .send();
  }
  const usesRange = given.range !== undefined && isFresh(given['if-range'], etag);
  const range = usesRange ? parseRange(given.range, size) : null;
  if (range === 'unsatisfiable') {
    return reply
      .status(416)
      .headers({ 'content-range': `bytes */${size}`, etag })
      .send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  const isEmpty = request.method === 'HEAD' || length === 0;
  const body = isEmpty ? null : await openBody(sendable, { start, end });
  reply.headers({ ...headers, etag, 'accept-ranges': 'bytes', 'content-length': length });
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply.send(body);
}

async function openBody(
  { bytes, recheck }: Sendable,
  range: ByteRange,
): Promise<Buffer | Readable> {
  if (typeof bytes !== 'function') return bytes.subarray(range.start, range.end + 1);
  const chunks = await bytes(range);
  if (!recheck && chunks instanceof Readable) return chunks;
  // Large chunks, read only little ahead.
  const body = Readable.from(recheck ? rechecked(chunks, recheck) : chunks, { highWaterMark: 2 });
  // A generator that is ended before its first chunk closes nothing that was opened for it.
  if (chunks instanceof Readable) body.once('close', () => chunks.destroy());
  return body;
}

async function* rechecked(chunks: Chunks, recheck: () => Promise<unknown>) {
  let checkedAt = performance.now();
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    if (performance.now() - checkedAt >= RECHECK_MS) {
      await recheck();
      checkedAt = performance.now();
    }
    yield chunk;
  }
}

/** If-None-Match compares weakly: W/ makes no difference (RFC 9110, section 13.1.2). */
const matches = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** If-Range compares strongly; a date never matches, because no Last-Modified is sent. */
const isFresh = (header: string | string[] | undefined, etag: string) =>
  header === undefined || header === etag;
