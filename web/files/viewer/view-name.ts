import { dateText } from '#domain/date-format.ts';
import { fileTitle } from '#domain/file-titles.ts';
import { isPhoto, type ViewerFile } from './viewer-file.ts';

/** What two compared photos show, for example 'Entrance', 'Entrance and Courtyard'. */
export const pairName = (pair: readonly (ViewerFile | null)[]): string =>
  [...new Set(pair.flatMap((file) => file?.title ?? []))].join(' and ') || 'Compare';

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** A photo's title, with its time or number if the submission has other photos of the viewpoint. */
export function distinctName(
  files: readonly ViewerFile[],
  file: ViewerFile,
  timeZone: string,
): string {
  const name = fileTitle(files, file);
  if (!file.viewpointName) return name;
  const alike = files.filter(
    (other) => isPhoto(other) && other.viewpointName === file.viewpointName,
  );
  const others = alike.filter(({ id }) => id !== file.id);
  if (others.length === 0) return name;
  const times = [TIME, { ...TIME, second: '2-digit' } as const].map((format) => {
    const of = ({ capturedAt }: ViewerFile) =>
      capturedAt && dateText(capturedAt, { timeZone, ...format });
    return others.some((other) => of(other) === of(file)) ? null : of(file);
  });
  return `${name}, ${times.find(Boolean) ?? `photo ${alike.indexOf(file) + 1}`}`;
}
