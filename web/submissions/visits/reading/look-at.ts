import { type Look, lookOf } from '#domain/visit-sifting.ts';

/** Pixels of the longer side that a picture is judged by, as many as cameras put into their thumbnails. */
const LOOKED_AT = 160;
const SHOWN = 320;
/** A picture of more pixels is not decoded in the browser: it may take more memory than a phone has. */
const MOST_PIXELS = 64_000_000;
const MOST_BYTES = 40 * 1024 ** 2;

/** Judges a thumbnail; null when it cannot be read. */
export async function lookAt(picture: Blob): Promise<Look | null> {
  try {
    const { canvas, context } = await drawn(picture, LOOKED_AT);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return lookOf(data, canvas.width);
  } catch {
    return null;
  }
}

/** A small picture of a photo without one; null when it cannot be read, or is too large for a browser. */
export async function makeThumbnail(file: File, pixels: number | null): Promise<Blob | null> {
  if (pixels === null || pixels > MOST_PIXELS || file.size > MOST_BYTES) return null;
  try {
    const { canvas } = await drawn(file, SHOWN);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
  } catch {
    return null;
  }
}

async function drawn(picture: Blob, longest: number) {
  const bitmap = await createImageBitmap(picture, {
    resizeWidth: longest,
    resizeQuality: 'medium',
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { canvas, context };
}

/** Every marker begins with this byte, and a picture ends with that marker (ITU T.81, table B.1). */
const MARKER = 0xff;
const END = 0xd9;
/** Where the end of most pictures is found. */
const TAIL_BYTES = 64 * 1024;
const MOST_AT_ONCE = 4 * 1024 ** 2;

/**
 * Whether a JPEG has no end (ITU T.81, table B.1), as when copying it was interrupted. Whatever follows the end counts for
 * nothing: zeros, previews, films and other things that cameras append. `start`: where its picture begins, bytes, so that
 * the end of a thumbnail does not count. Reads from the end, and no more than it needs. Rejects when the file cannot be read.
 */
export async function lacksEnd(file: Blob, start: number): Promise<boolean> {
  let length = TAIL_BYTES;
  for (let end = file.size; end > start; length = Math.min(MOST_AT_ONCE, length * 8)) {
    const from = Math.max(start, end - length);
    // One byte more: the marker may be split between two reads.
    const bytes = new Uint8Array(await file.slice(from, end + 1).arrayBuffer());
    if (hasEnd(bytes)) return false;
    end = from;
  }
  return true;
}

/** Within a picture a marker's first byte is never followed by this one: it is stuffed with zero (ITU T.81, B.1.1.5). */
function hasEnd(bytes: Uint8Array): boolean {
  let at = bytes.lastIndexOf(END);
  while (at > 0 && bytes[at - 1] !== MARKER) at = bytes.lastIndexOf(END, at - 1);
  return at > 0;
}
