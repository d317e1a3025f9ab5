import { compass, looksDown } from '#domain/directions.ts';
import type { ViewerFile } from './viewer-file.ts';

/** Where a photo looks, in words: 'facing northwest', 'straight down'; null where that is not known. */
export function lookOf(file: ViewerFile): string | null {
  if (looksDown(file)) return 'straight down';
  return file.gimbalYaw == null ? null : `facing ${compass(file.gimbalYaw)}`;
}

/** What a photo's viewpoint is called, by its turn among the photos of its week: 'View 3, facing east'. */
export function viewName(photos: readonly ViewerFile[], file: ViewerFile): string {
  const number = photos.findIndex(({ id }) => id === file.id) + 1;
  return [`View ${number}`, lookOf(file)].filter(Boolean).join(', ');
}
