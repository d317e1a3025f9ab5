import { pictureUrl } from '#domain/pictures.ts';
import { BROWSERS_SHOW } from '../picture/picture-level.ts';
import type { ViewerFile } from '../viewer-file.ts';

/** Pixels across the whole sphere: beyond them a phone, or any screen, gains nothing and runs out of memory. */
const WIDEST = { phone: 4096, other: 8192 };

/** Where the picture of a sphere comes from: what is there at once, then what is sharp. */
export function sourcesOf(file: ViewerFile): string[] {
  const largest = file.presets.at(-1);
  const hasMore = (file.width ?? 0) > (largest ?? 0);
  const sharp = hasMore && BROWSERS_SHOW.has(file.fileType) ? file.originalUrl : null;
  return [largest === undefined ? null : pictureUrl(file.mediaUrl, largest), sharp].filter(
    (url) => url !== null,
  );
}

/** Loads a picture, made smaller where it is too large to look around in. Rejects when it cannot be had. */
export async function loadSphere(url: string): Promise<HTMLImageElement | HTMLCanvasElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const widest = matchMedia('(pointer: coarse)').matches ? WIDEST.phone : WIDEST.other;
  if (image.naturalWidth <= widest) return image;
  const canvas = document.createElement('canvas');
  canvas.width = widest;
  canvas.height = Math.round((widest * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
