import { AppError } from '#domain/errors.ts';
import { chunksWithTimeout, isContentHost } from './fetch.ts';
import { fileUrl } from './entries.ts';
import type { DriveRef, DriveRequest, Requests } from './requests.ts';

/** `from` is the offset of the first byte: the requested one, or 0 if Drive ignored the range. */
export type DriveBytes = { from: number; chunks: AsyncIterable<Uint8Array> };

export type Thumbnail = { contentType: string; bytes: Buffer };

const MAX_SILENCE_MS = 60_000;
const THUMBNAIL_PIXELS = 400;
const THUMBNAIL_MAX_BYTES = 2_000_000;

/**
 * Throws DRIVE_FILE_CHANGED if the file is now shorter than `from`, and DRIVE_ACCESS_ERROR if Drive returns a web page.
 * Reading throws DRIVE_UNREACHABLE if the connection breaks.
 */
export async function openBytes(
  requests: Requests,
  base: string,
  { ref, from, signal }: { ref: DriveRef; from: number; signal?: AbortSignal | undefined },
): Promise<DriveBytes> {
  const broken = new AbortController();
  const request: DriveRequest = {
    url: fileUrl(base, ref.id),
    query: { alt: 'media', supportsAllDrives: true },
    // No range for byte 0, because requesting a range of an empty file would fail.
    headers: from > 0 ? { range: `bytes=${from}-` } : {},
    about: [ref],
    signal: signal ? AbortSignal.any([signal, broken.signal]) : broken.signal,
  };
  const response = await requests.send(request).catch((error: unknown) => {
    throw isPastEnd(error)
      ? new AppError('DRIVE_FILE_CHANGED', undefined, { cause: error })
      : error;
  });
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) {
    broken.abort();
    throw new AppError('DRIVE_ACCESS_ERROR');
  }
  const chunks = chunksUntilTimeout(response, broken, signal);
  return { from: response.status === 206 ? startOf(response, from) : 0, chunks };
}

/** Status 416: the file ends before the requested byte. */
const isPastEnd = (error: unknown) =>
  error instanceof AppError && typeof error.cause === 'string' && error.cause.startsWith('416');

function startOf(response: Response, asked: number): number {
  const [, start] = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '') ?? [];
  return start === undefined ? asked : Number(start);
}

async function* chunksUntilTimeout(
  response: Response,
  broken: AbortController,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const listen = () => setTimeout(() => broken.abort(), MAX_SILENCE_MS);
  let timer = listen();
  try {
    for await (const chunk of bodyOf(response)) {
      clearTimeout(timer);
      yield chunk;
      timer = listen();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new AppError('DRIVE_UNREACHABLE', undefined, { cause: error });
  } finally {
    clearTimeout(timer);
    broken.abort();
  }
}

const bodyOf = (response: Response): AsyncIterable<Uint8Array> => response.body ?? noBytes();
async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** `link` is a temporary URL from Drive. Returns null for other URLs, or if there is no picture. */
export async function readThumbnail(
  requests: Requests,
  imageBase: string,
  link: string,
): Promise<Thumbnail | null> {
  if (!isPictureAddress(imageBase, link)) return null;
  const response = await requests.tryOnce({ url: link.replace(/=s\d+$/, `=s${THUMBNAIL_PIXELS}`) });
  if (!response) return null;
  const contentType = response.headers.get('content-type') ?? '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksWithTimeout(response)) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > THUMBNAIL_MAX_BYTES) return null;
  }
  const isPicture = /^image\/(?:jpeg|png|webp|gif|avif)\b/.test(contentType);
  return isPicture && length > 0 ? { contentType, bytes: Buffer.concat(chunks) } : null;
}

/** Requests include the token, so only Google's hosts and the configured host are allowed. */
function isPictureAddress(imageBase: string, link: string): boolean {
  const url = URL.parse(link);
  return url !== null && (isContentHost(url) || url.origin === new URL(imageBase).origin);
}
