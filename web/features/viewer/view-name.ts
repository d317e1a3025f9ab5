import { compass, looksDown } from '#domain/directions.ts';
import { dateText } from '#domain/date-format.ts';
import { isGeneratedName } from '#domain/viewpoint-names.ts';
import { isPhoto, type ViewerFile } from './viewer-file.ts';

/** Where a photo looks, in words: 'facing northwest', 'straight down'; null where that is not known. */
export function lookOf(file: ViewerFile): string | null {
  if (looksDown(file)) return 'straight down';
  return file.gimbalYaw == null ? null : `facing ${compass(file.gimbalYaw)}`;
}

/** What the viewpoint of a photo is called; empty where it has none. A name that staff gave says enough. */
function viewpointTitle(file: ViewerFile): string {
  const { viewpointName } = file;
  if (!viewpointName || !isGeneratedName(viewpointName)) return viewpointName ?? '';
  return [viewpointName, lookOf(file)].filter(Boolean).join(', ');
}

/**
 * What a photo is called: as its viewpoint, or by its turn among the photos of its week, whose `files` these are:
 * 'North gate', 'Viewpoint 3, facing east', 'Photo 3, facing east'.
 */
export function viewName(files: readonly ViewerFile[], file: ViewerFile): string {
  const title = viewpointTitle(file);
  if (title) return title;
  const turn = files.filter(isPhoto).findIndex(({ id }) => id === file.id) + 1;
  return [`Photo ${turn}`, lookOf(file)].filter(Boolean).join(', ');
}

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** The same, with what else tells a photo from others of its viewpoint in the week: when it was taken, or its file name. */
export function distinctName(
  files: readonly ViewerFile[],
  file: ViewerFile,
  timeZone: string,
): string {
  const name = viewName(files, file);
  if (!file.viewpointName) return name;
  const others = files.filter(
    (other) => other.id !== file.id && isPhoto(other) && viewpointTitle(other) === name,
  );
  if (others.length === 0) return name;
  const told = [TIME, { ...TIME, second: '2-digit' } as const].map((form) => {
    const of = ({ capturedAt }: ViewerFile) =>
      capturedAt && dateText(capturedAt, { timeZone, ...form });
    return others.some((other) => of(other) === of(file)) ? null : of(file);
  });
  return `${name}, ${told.find(Boolean) ?? file.fileName}`;
}
