import { pictureUrl, presetFor } from '#domain/pictures.ts';
import type { ViewerFile } from '../viewer-file.ts';

/** Dots per CSS pixel beyond which nobody sees a difference in a photo. */
const MAX_DENSITY = 3;
/** How much coarser than the screen the largest preset may get before the original is fetched. */
const COARSE = 1.25;
export const BROWSERS_SHOW = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
]);

/**
 * Address of the picture to show when it is `width` CSS pixels wide at scale 1. Zoomed in, the next
 * larger preset is wanted, and past the largest the original, where it may be had and browsers show it.
 */
export function pictureFor(
  file: ViewerFile,
  width: number,
  scale: number,
  density: number,
): string | null {
  const dots = width * Math.max(1, scale) * Math.min(density, MAX_DENSITY);
  const preset = presetFor(file.presets, dots);
  const isTooCoarse = preset === null || dots > preset * COARSE;
  const hasMore = (file.width ?? 0) > (preset ?? 0);
  if (scale > 1 && isTooCoarse && hasMore && file.originalUrl && BROWSERS_SHOW.has(file.fileType)) {
    return file.originalUrl;
  }
  return preset === null ? null : pictureUrl(file.mediaUrl, preset);
}
