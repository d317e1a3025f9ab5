import { parseDriveLink, type DriveTarget } from '#domain/drive-address.ts';
import { driveFileKind, type DriveFile, type DriveListing } from '#domain/drive.ts';
import { AppError, ERRORS, type ErrorCode } from '#domain/errors.ts';
import { copiesOf } from '#server/drive/transfers/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import type { DriveEntry } from '#server/platform/drive/entries.ts';
import { walkFolder, type Found, type Walk } from './folder-walk.ts';
import { presentDriveFile, presentDriveFolder } from './present.ts';

type LinkInput = {
  link: string;
  submissionId?: string | undefined;
  kind?: 'video' | undefined;
  subfolders: boolean;
};

/**
 * Finds the file or folder contents that a pasted link points to. Throws DRIVE_LINK_REQUIRED, DRIVE_INVALID_LINK,
 * DRIVE_FILE_NOT_FOUND, DRIVE_FOLDER_NOT_FOUND, DRIVE_IN_TRASH, DRIVE_ACCESS_DENIED, DRIVE_EMPTY_FOLDER,
 * DRIVE_NO_MEDIA, DRIVE_NO_MEDIA_FILES, DRIVE_NO_VIDEOS or DRIVE_TYPE_NOT_SUPPORTED.
 */
export async function inspectLink(
  ctx: Pick<Context, 'db' | 'drive'>,
  viewer: Viewer,
  { link, submissionId, kind, subfolders }: LinkInput,
): Promise<DriveListing> {
  const target = targetOf(link);
  const entry = await findTarget(ctx, target);
  const walk = entry.isFolder
    ? await walkFolder(ctx.drive, entry, { kind, subfolders })
    : { found: [importableFile(entry, kind)], folders: [], skipped: 0, complete: true };
  if (walk.found.length === 0) assertHasContents(walk, { kind, subfolders });
  return {
    target: {
      ...presentDriveFolder(ctx.drive, entry),
      kind: entry.isFolder ? 'folder' : 'file',
    },
    files: await presentFiles(ctx, viewer, submissionId, walk.found),
    folders: walk.folders.map((folder) => presentDriveFolder(ctx.drive, folder)),
    skipped: walk.skipped,
    complete: walk.complete,
  };
}

export async function recentFiles(
  ctx: Pick<Context, 'db' | 'drive'>,
  viewer: Viewer,
  { submissionId }: { submissionId?: string | undefined },
): Promise<DriveFile[]> {
  const found = (await ctx.drive.recent()).map((entry) => ({ entry, folderName: null }));
  return presentFiles(ctx, viewer, submissionId, found);
}

/** Google's own formats, which have no bytes to import. */
const DOCUMENTS: readonly DriveTarget['kind'][] = [
  'document',
  'spreadsheet',
  'presentation',
  'drawing',
];

function targetOf(link: string): DriveTarget {
  if (link.trim() === '') throw new AppError('DRIVE_LINK_REQUIRED');
  const target = parseDriveLink(link);
  if (!target) throw new AppError('DRIVE_INVALID_LINK');
  if (DOCUMENTS.includes(target.kind)) throw new AppError('DRIVE_TYPE_NOT_SUPPORTED');
  return target;
}

/** The error names the account, because Google reports files that aren't shared with it as missing. */
async function findTarget(
  { drive }: Pick<Context, 'drive'>,
  target: DriveTarget,
): Promise<DriveEntry> {
  try {
    return await drive.entry(target);
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'DRIVE_FILE_NOT_FOUND';
    if (!isMissing) throw error;
    const code: ErrorCode =
      target.kind === 'folder' ? 'DRIVE_FOLDER_NOT_FOUND' : 'DRIVE_FILE_NOT_FOUND';
    const account = await drive.connection();
    const [, words] = ERRORS[code];
    const message = account ? words.replace('the connected account', account.email) : words;
    throw new AppError(code, message, { cause: error });
  }
}

function importableFile(entry: DriveEntry, kind: LinkInput['kind']): Found {
  const found = driveFileKind(entry);
  if (!found) throw new AppError('DRIVE_TYPE_NOT_SUPPORTED');
  if (kind && found !== kind) throw new AppError('DRIVE_NO_VIDEOS', 'This file is not a video.');
  return { entry, folderName: null };
}

/** Throws if a folder has neither importable files nor subfolders that people can open. */
function assertHasContents(
  { folders, skipped }: Walk,
  { kind, subfolders }: Pick<LinkInput, 'kind' | 'subfolders'>,
) {
  if (folders.length > 0 && !subfolders) return;
  if (folders.length === 0 && skipped === 0) throw new AppError('DRIVE_EMPTY_FOLDER');
  if (kind) throw new AppError('DRIVE_NO_VIDEOS');
  throw new AppError(subfolders ? 'DRIVE_NO_MEDIA_FILES' : 'DRIVE_NO_MEDIA');
}

async function presentFiles(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  submissionId: string | undefined,
  found: readonly Found[],
): Promise<DriveFile[]> {
  const ids = found.map(({ entry }) => entry.id);
  const copies = submissionId
    ? await db.as(viewer, (tx) => copiesOf(tx, submissionId, ids))
    : new Map<string, never[]>();
  return found.flatMap(({ entry, folderName }) => {
    const file = presentDriveFile(entry, { folderName, copies: copies.get(entry.id) ?? [] });
    return file ? [file] : [];
  });
}
