import { ERRORS } from '#domain/errors.ts';
import { countFiles } from '#domain/file-counts.ts';
import type { StaffFile } from '#domain/files.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { counted } from '#web/lib/formats.ts';
import { mediaCount } from '../published/submission-contents.ts';

export type Publication = {
  /** A message explaining why the submission can't be published now; null if it can. */
  obstacle: string | null;
  /**
   * What clients will see: '34 photos, 2 maps (1 without a preview), and can download 1 RAW file'. Null if there is
   * nothing to see.
   */
  contents: string | null;
  warnings: string[];
};

const MAX_NAMED = 5;

type TextAndLinks = Pick<
  StaffSubmission,
  'summary' | 'contentText' | 'mapEmbedUrl' | 'googleDriveFolderUrl'
>;
type PendingFiles = { uploading: number; notUploaded?: number; importing: number };

/**
 * What would happen if the submission were published now. `elsewhere` are warnings about files that weren't taken at
 * the project's site; `importing` counts files from Google Drive.
 */
export function publicationOf(
  files: readonly Pick<
    StaffFile,
    'kind' | 'state' | 'fileName' | 'errorMessage' | 'isForClients' | 'raw'
  >[],
  { summary, contentText, mapEmbedUrl, googleDriveFolderUrl }: TextAndLinks,
  { uploading, notUploaded = 0, importing }: PendingFiles,
  elsewhere: readonly string[] = [],
): Publication {
  const count = (state: StaffFile['state']) => files.filter((file) => file.state === state).length;
  const ready = files.filter(({ state, isForClients }) => state === 'ready' && isForClients);
  const text = summary ?? contentText ?? mapEmbedUrl ?? googleDriveFolderUrl;
  const unseen = ready.filter(({ errorMessage }) => errorMessage !== null);
  const preview = unseen.length > 0 ? ` (${unseen.length} without a preview)` : '';
  const written = text === null ? null : 'the text and links';
  const raws = ready.filter(({ raw }) => raw !== null).length;
  const download = raws > 0 ? `, and can download ${counted(raws, 'RAW file')}` : '';
  const contents =
    ready.length > 0 ? `${mediaCount(countFiles(ready))}${preview}${download}` : written;
  return {
    obstacle:
      pendingText(uploading, importing) ??
      obstacleOf(count('processing'), ready.length === 0 && text === null),
    contents,
    warnings: [
      ...elsewhere,
      ...(notUploaded > 0 ? [notUploadedText(notUploaded)] : []),
      ...listWarning(
        files.filter(({ state }) => state === 'failed'),
        "failed and won't be shown",
      ),
      ...listWarning(unseen, 'without a preview (download only)'),
    ],
  };
}

function notUploadedText(files: number): string {
  const them = files === 1 ? 'it' : 'them';
  return `${counted(files, 'file')} not uploaded yet. Upload ${them} first, or publish without ${them}.`;
}

function pendingText(uploading: number, importing: number): string | null {
  if (uploading > 0) {
    return `${counted(uploading, 'file')} still uploading. You can publish when the upload is done.`;
  }
  return importing > 0
    ? `${counted(importing, 'file')} still importing from Google Drive. You can publish when the import is done.`
    : null;
}

function obstacleOf(processing: number, isEmpty: boolean): string | null {
  if (processing > 0) {
    return `${counted(processing, 'file')} still processing. You can publish when processing is done.`;
  }
  return isEmpty ? ERRORS.SUBMISSION_EMPTY[1] : null;
}

function listWarning(files: readonly Pick<StaffFile, 'fileName'>[], what: string): string[] {
  return files.length === 0
    ? []
    : [withFileNames(files, `${counted(files.length, 'file')} ${what}`)];
}

function withFileNames(files: readonly Pick<StaffFile, 'fileName'>[], what: string): string {
  const rest = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  const names = files.slice(0, MAX_NAMED).map(({ fileName }) => fileName);
  return `${what}: ${names.join(', ')}${rest}.`;
}
