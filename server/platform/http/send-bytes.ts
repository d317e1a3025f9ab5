import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { ByteRange, Chunks } from '../storage/storage.ts';

export type Sendable = {
  size: number;
  /** Strong entity tag, including its quotes. */
  etag: string;
  bytes: Buffer | ((range: ByteRange) => Chunks | Promise<Chunks>);
  headers: Record<string, string>;
  /** Calls `end` to abort if access is revoked. Returns a function that stops watching. */
  watch?: ((end: (reason: unknown) => void) => () => void) | undefined;
};

/**
 * Preconditions: RFC 9110, section 13.2.2. Later errors cut the connection, so that no client mistakes a partial
 * response for a complete one.
 */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag, bytes, headers, watch }: Sendable,
): void | Promise<void> {
  const given = request.headers;
  if (given['if-none-match'] !== undefined && matchesEtag(given['if-none-match'], etag)) {
    reply
      .status(304)
      .headers({ ...headers, etag })
      .send();
    return;
  }
  const usesRange = given.range !== undefined && matchesIfRange(given['if-range'], etag);
  const range = usesRange ? parseRange(given.range, size) : null;
  if (range === 'unsatisfiable') {
    reply
      .status(416)
      .headers({ 'content-range': `bytes */${size}`, etag })
      .send();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  const isEmpty = request.method === 'HEAD' || length === 0;
  const begin = () => {
    reply.headers({ ...headers, etag, 'accept-ranges': 'bytes', 'content-length': length });
    if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
  };
  if (!isEmpty && typeof bytes === 'function') {
    return Promise.resolve(bytes({ start, end })).then((chunks) => {
      begin();
      return streamChunks(request, reply, { chunks, length, watch });
    });
  }
  begin();
  reply.send(typeof bytes === 'function' || isEmpty ? null : bytes.subarray(start, end + 1));
}

type Transfer = { chunks: Chunks; length: number; watch: Sendable['watch'] };

/** Bypasses the framework, which would read ahead. */
async function streamChunks(request: FastifyRequest, reply: FastifyReply, transfer: Transfer) {
  const response = reply.hijack().raw;
  // A stream waiting for data wouldn't notice that the client is gone.
  const stop = () => {
    if (transfer.chunks instanceof Readable) transfer.chunks.destroy();
  };
  response.once('close', stop);
  if (response.destroyed) stop();
  const abortTransfer = (reason: unknown) => {
    if (response.destroyed) return;
    if (reason instanceof AppError)
      request.log.info(
        { reason: reason.code },
        'a transfer was stopped because access was revoked',
      );
    else request.log.warn({ err: reason }, 'a transfer was interrupted');
    abortResponse(response);
  };
  const unwatch = transfer.watch?.(abortTransfer);
  try {
    response.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    await writeAll(response, transfer);
  } catch (error) {
    abortTransfer(error);
  } finally {
    unwatch?.();
  }
}

/** Also drops buffered data, which would take minutes on a slow connection. */
export function abortResponse(response: ServerResponse): void {
  response.socket?.resetAndDestroy?.();
  response.destroy();
}

async function writeAll(response: ServerResponse, { chunks, length }: Transfer) {
  let left = length;
  for await (const chunk of chunks) {
    left -= chunk.byteLength;
    if (left < 0) break;
    if (!(await isSent(response, chunk))) return;
  }
  if (left !== 0) throw new Error(`${Math.abs(left)} bytes too ${left > 0 ? 'few' : 'many'}`);
  response.end();
}

/** Returns false if the client disconnected. */
const isSent = (response: ServerResponse, chunk: Uint8Array) =>
  new Promise<boolean>((resolve) => {
    const settle = () => {
      response.off('close', settle);
      resolve(!response.destroyed);
    };
    response.once('close', settle);
    response.write(chunk, settle);
  });

/** If-None-Match ignores W/ (RFC 9110, section 13.1.2). */
const matchesEtag = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** If-Range. A date never matches, because we send no Last-Modified. */
const matchesIfRange = (header: string | string[] | undefined, etag: string) =>
  header === undefined || header === etag;

/**
 * RFC 9110, sections 14.1.2 and 14.2. Returns 'unsatisfiable' if the range starts after the end (416), null if the
 * header must be ignored (200).
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
