import { compass, looksDown } from '#domain/directions.ts';
import { isGeneratedName } from '#domain/viewpoint-names.ts';
import { isPhoto, type ViewerFile } from './viewer-file.ts';

/** Where a photo looks, in words: 'facing northwest', 'straight down'; null where that is not known. */
export function lookOf(file: ViewerFile): string | null {
  if (looksDown(file)) return 'straight down';
  return file.gimbalYaw == null ? null : `facing ${compass(file.gimbalYaw)}`;
}

/**
 * What a photo is called: as its viewpoint, or by its turn among the photos of its week, whose `files` these are:
 * 'North gate', 'Viewpoint 3, facing east', 'Photo 3, facing east'. A name that staff gave says enough.
 */
export function viewName(files: readonly ViewerFile[], file: ViewerFile): string {
  const { viewpointName } = file;
  if (viewpointName && !isGeneratedName(viewpointName)) return viewpointName;
  const turn = files.filter(isPhoto).findIndex(({ id }) => id === file.id) + 1;
  return [viewpointName ?? `Photo ${turn}`, lookOf(file)].filter(Boolean).join(', ');
}
