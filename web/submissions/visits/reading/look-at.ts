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
