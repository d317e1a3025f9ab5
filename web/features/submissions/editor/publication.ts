import { ERRORS } from '#domain/errors.ts';
import { countFiles } from '#domain/file-counts.ts';
import type { StaffFile } from '#domain/files.ts';
import { counted } from '#web/lib/formats.ts';
import { mediaCount } from '../published/media-count.ts';

/** What publishing a submission would do at the moment. */
export type Publication = {
  /** Why it cannot be published now, in words; null when it can. */
  obstacle: string | null;
  /** What clients will see: '34 photos, 2 maps; 1 of them without a preview'; null when that is nothing. */
  contents: string | null;
  /** What a person should know before clients see it. */
  warnings: string[];
};

const MAX_NAMED = 5;

/** Judges a submission by its files and by how many are still on their way to it, `importing` from Google Drive. */
export function publicationOf(
  files: readonly Pick<StaffFile, 'kind' | 'state' | 'fileName' | 'errorMessage'>[],
  uploading: number,
  importing = 0,
): Publication {
  const count = (state: StaffFile['state']) => files.filter((file) => file.state === state).length;
  const ready = files.filter(({ state }) => state === 'ready');
  const unseen = ready.filter(({ errorMessage }) => errorMessage !== null);
  const preview = unseen.length > 0 ? `; ${unseen.length} of them without a preview` : '';
  const contents = ready.length > 0 ? `${mediaCount(countFiles(ready))}${preview}` : null;
  return {
    obstacle:
      comingText(uploading, importing) ??
      obstacleOf(count('processing'), ready.filter(isPicture).length),
    contents,
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

function comingText(uploading: number, importing: number): string | null {
  if (uploading > 0) {
    return `${counted(uploading, 'file')} still uploading. You can publish when they are ready.`;
  }
  return importing > 0
    ? `${counted(importing, 'file')} still on the way from Google Drive. You can publish when they are ready.`
    : null;
}

function obstacleOf(processing: number, pictures: number): string | null {
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
