import { CONNECTION_STOPS } from '#domain/drive.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { updateTransfer, type LockedTransfer } from '../queries.ts';
import type { TransferKind } from '../runner.ts';
import { resetSavedFiles } from './queries.ts';
import { saveFile } from './save-file.ts';

const SYSTEM = { kind: 'system' } as const;
/** More wouldn't be faster, because videos are large and Google limits daily uploads. */
const LANES = 2;

const STOPS = [
  ...CONNECTION_STOPS,
  'DRIVE_CLOCK',
  'DRIVE_FOLDER_NOT_FOUND',
  'DRIVE_ACCESS_DENIED',
  'DRIVE_STORAGE_FULL',
] as const;

export const saveKind = (ctx: Context): TransferKind => ({
  direction: 'save',
  lanes: LANES,
  stops: STOPS,
  async open(transfer) {
    const folderId = (await existingFolder(ctx, transfer)) ?? (await makeFolder(ctx, transfer));
    return (file, line) => saveFile({ ctx, folderId, file }, line);
  },
});

const GONE: readonly ErrorCode[] = ['DRIVE_FILE_NOT_FOUND', 'DRIVE_IN_TRASH'];

async function existingFolder(
  ctx: Context,
  { id, folderId }: LockedTransfer,
): Promise<string | null> {
  if (folderId === null) return null;
  try {
    return (await ctx.drive.entry({ id: folderId })).id;
  } catch (error) {
    if (!(error instanceof AppError && GONE.includes(error.code))) throw error;
  }
  await ctx.db.as(SYSTEM, (tx) => resetSavedFiles(tx, id));
  return null;
}

/** If a run is killed before the folder's id is stored, the folder stays empty and the next run creates another. */
async function makeFolder(ctx: Context, transfer: LockedTransfer): Promise<string> {
  const { id, parentId, projectName, title } = transfer;
  const folder = await ctx.drive.createFolder(`${projectName} - ${title}`, parentId);
  await ctx.db.as(SYSTEM, (tx) =>
    updateTransfer(tx, id, {
      folderId: folder.id,
      folderName: folder.name,
      folderUrl: ctx.drive.webUrl(folder),
    }),
  );
  return folder.id;
}
