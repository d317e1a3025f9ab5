import { pictureUrl, presetFor } from '#domain/pictures.ts';
import type { ViewerFile } from '../viewer-file.ts';

/** Pixels per CSS pixel beyond which photos look no sharper. */
const MAX_DENSITY = 3;
/** How much coarser than the screen the largest preset may be before the original is loaded. */
const MAX_COARSENESS = 1.25;
export const BROWSER_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
]);

/**
 * URL of the picture for a width in CSS pixels at scale 1. Zooming in selects larger presets and finally the original,
 * if it can be downloaded and browsers support its format.
 */
export function pictureFor(
  file: ViewerFile,
  width: number,
  scale: number,
  density: number,
): string | null {
  const dots = width * Math.max(1, scale) * Math.min(density, MAX_DENSITY);
  const preset = presetFor(file.presets, dots);
  const isTooCoarse = preset === null || dots > preset * MAX_COARSENESS;
  const hasMore = (file.width ?? 0) > (preset ?? 0);
  if (scale > 1 && isTooCoarse && hasMore && file.originalUrl && BROWSER_TYPES.has(file.fileType)) {
    return file.originalUrl;
  }
  return preset === null ? null : pictureUrl(file.mediaUrl, preset);
}
