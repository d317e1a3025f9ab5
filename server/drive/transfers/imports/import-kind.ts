import { CONNECTION_STOPS } from '#domain/drive.ts';
import type { Context } from '#server/platform/context.ts';
import type { TransferKind } from '../runner.ts';
import { importFile } from './import-file.ts';

/** Enough to use the whole bandwidth. Google recommends far fewer than ten. */
const LANES = 4;

const STOPS = [...CONNECTION_STOPS, 'DRIVE_CLOCK', 'STORAGE_FULL', 'QUOTA_REACHED'] as const;

export const importKind = (ctx: Context): TransferKind => ({
  direction: 'import',
  lanes: LANES,
  stops: STOPS,
  open: (transfer) =>
    Promise.resolve(async ({ id, name, resourceKey, uploadId, driveFileId }, line) => {
      const of = { id, name, resourceKey, uploadId, driveFileId: driveFileId ?? '' };
      const settled = await importFile({ ctx, transfer, file: of }, line);
      return { ...settled, driveFileId: of.driveFileId };
    }),
});
