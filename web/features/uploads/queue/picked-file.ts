/** A file somebody chose, with where it lay inside of what was chosen: 'DCIM/100MEDIA/DJI_0001.JPG'. */
export type PickedFile = { file: File; path: string };

/** What systems leave beside the files of people; hidden files are told by their dot. */
const SYSTEM_NAMES = new Set([
  'thumbs.db',
  'desktop.ini',
  '__macosx',
  '$recycle.bin',
  'system volume information',
]);

/** Small doubles that cameras lay beside each video to look at it: DJI's .LRF, GoPro's .LRV and .THM. */
const CAMERA_PREVIEW = /\.(lrf|lrv|thm)$/i;

/** Whether a system or a camera put a file there for itself, e.g. '.DS_Store'. */
export const isSystemFile = (path: string): boolean =>
  CAMERA_PREVIEW.test(path) ||
  path.split('/').some((part) => part.startsWith('.') || SYSTEM_NAMES.has(part.toLowerCase()));

/** The same file again, chosen in another way or after a reload; folders may be missing in one of both. */
export const likenessOf = (file: Pick<File, 'name' | 'size' | 'lastModified'>): string =>
  JSON.stringify([file.name, file.size, file.lastModified]);

/** Larger files are not hashed in the browser: the whole file has to be in memory for it. */
const MAX_HASHED_BYTES = 256 * 1024 ** 2;

/**
 * SHA-256 of a file, in hex. Null when it is too large, or the browser does not hash on this page
 * (it does only over HTTPS and on localhost). Rejects when the file cannot be read.
 */
export async function hashFile(file: File): Promise<string | null> {
  // The types say that it is always there.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle || file.size > MAX_HASHED_BYTES) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
