import { type ImageStats, imageStats } from '#domain/card-sifting.ts';

/** Width in pixels of the picture that is judged; the usual size of camera thumbnails. */
const JUDGED_WIDTH = 160;
const THUMBNAIL_WIDTH = 320;
/** Larger pictures aren't decoded in the browser, because they may need more memory than a phone has. */
const MAX_PIXELS = 64_000_000;
const MAX_BYTES = 40 * 1024 ** 2;

/** Null if it can't be read. */
export async function judgeThumbnail(picture: Blob): Promise<ImageStats | null> {
  try {
    const { canvas, context } = await drawToCanvas(picture, JUDGED_WIDTH);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return imageStats(data, canvas.width);
  } catch {
    return null;
  }
}

/** For photos without a thumbnail. Null if the photo can't be read or is too large. */
export async function makeThumbnail(file: File, pixels: number | null): Promise<Blob | null> {
  if (pixels === null || pixels > MAX_PIXELS || file.size > MAX_BYTES) return null;
  try {
    const { canvas } = await drawToCanvas(file, THUMBNAIL_WIDTH);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
  } catch {
    return null;
  }
}

async function drawToCanvas(picture: Blob, width: number) {
  const bitmap = await createImageBitmap(picture, {
    resizeWidth: width,
    resizeQuality: 'medium',
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('Canvas is not available.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { canvas, context };
}

/** Every marker starts with this byte, and a picture ends with `END_MARKER` (ITU T.81, table B.1). */
const MARKER = 0xff;
const END_MARKER = 0xd9;
const TAIL_BYTES = 64 * 1024;
const MAX_READ_BYTES = 4 * 1024 ** 2;

/**
 * Whether a JPEG has no end marker (ITU T.81, table B.1), for example after an interrupted copy. Data that cameras
 * append after the end is ignored. `start` is the byte offset of the picture, so that the end marker of a thumbnail
 * before it doesn't count. Reads backward and only as much as needed. Rejects if the file can't be read.
 */
export async function isCutOffJpeg(file: Blob, start: number): Promise<boolean> {
  let length = TAIL_BYTES;
  for (let end = file.size; end > start; length = Math.min(MAX_READ_BYTES, length * 8)) {
    const from = Math.max(start, end - length);
    // Reads one more byte, because the marker may be split between two reads.
    const bytes = new Uint8Array(await file.slice(from, end + 1).arrayBuffer());
    if (hasEndMarker(bytes)) return false;
    end = from;
  }
  return true;
}

/** Image data can't contain this marker: each 0xFF there is followed by a zero (ITU T.81, B.1.1.5). */
function hasEndMarker(bytes: Uint8Array): boolean {
  let at = bytes.lastIndexOf(END_MARKER);
  while (at > 0 && bytes[at - 1] !== MARKER) at = bytes.lastIndexOf(END_MARKER, at - 1);
  return at > 0;
}
