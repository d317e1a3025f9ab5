import { ERRORS } from '#domain/errors.ts';
import type { FileKind, StaffFile } from '#domain/files.ts';
import { counted } from '#web/lib/formats.ts';

/** What publishing a submission would do at the moment. */
export type Publication = {
  /** Why it cannot be published now, in words; null when it can. */
  obstacle: string | null;
  /** What clients will see: '34 photos, 1 file to download only'; null when that is nothing. */
  contents: string | null;
  /** What a person should know before clients see it. */
  warnings: string[];
};

const NAMES: [FileKind, string][] = [
  ['photo', 'photo'],
  ['video', 'video'],
  ['raster', 'map'],
  ['document', 'document'],
  ['other', 'file'],
];
const MAX_NAMED = 5;

/** Judges a submission by its files and by how many are still on their way to it. */
export function publicationOf(
  files: readonly Pick<StaffFile, 'kind' | 'state' | 'fileName' | 'errorMessage'>[],
  uploading: number,
): Publication {
  const count = (state: StaffFile['state']) => files.filter((file) => file.state === state).length;
  const ready = files.filter(({ state }) => state === 'ready');
  const unseen = ready.filter(({ errorMessage }) => errorMessage !== null);
  const contents = NAMES.flatMap(([kind, name]) => {
    const number = ready.filter((file) => file.kind === kind && !unseen.includes(file)).length;
    return number > 0 ? [counted(number, name)] : [];
  });
  if (unseen.length > 0) contents.push(`${counted(unseen.length, 'file')} to download only`);
  return {
    obstacle: obstacleOf(count('processing'), ready.filter(isPicture).length, uploading),
    contents: contents.join(', ') || null,
    warnings: [
      ...warning(
        files.filter(({ state }) => state === 'failed'),
        'failed and will not be shown',
      ),
      ...warning(unseen, 'without a preview, for download only'),
    ],
  };
}

const isPicture = ({ kind }: Pick<StaffFile, 'kind'>) =>
  kind === 'photo' || kind === 'video' || kind === 'raster';

function obstacleOf(processing: number, pictures: number, uploading: number): string | null {
  if (uploading > 0) {
    return `${counted(uploading, 'file')} still uploading. You can publish when they are ready.`;
  }
  if (processing > 0) {
    return `${counted(processing, 'file')} still processing. You can publish when they are ready.`;
  }
  return pictures > 0 ? null : ERRORS.SUBMISSION_EMPTY[1];
}

/** Names the files that something is to be known of. */
function warning(files: readonly Pick<StaffFile, 'fileName'>[], what: string): string[] {
  if (files.length === 0) return [];
  const rest = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  const names = files.slice(0, MAX_NAMED).map(({ fileName }) => fileName);
  return [`${counted(files.length, 'file')} ${what}: ${names.join(', ')}${rest}.`];
}
