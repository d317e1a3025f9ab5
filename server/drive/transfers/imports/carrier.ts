import type { Context } from '#server/platform/context.ts';
import type { Carrier } from '../runner.ts';
import { importFile } from './import-file.ts';

/** As many as keep a line busy; Google asks to stay well below ten at once. */
const LANES = 4;

const STOPS = [
  'DRIVE_NOT_CONFIGURED',
  'DRIVE_NOT_CONNECTED',
  'DRIVE_EXPIRED',
  'DRIVE_SCOPE_MISSING',
  'DRIVE_API_ACCESS',
  'DRIVE_QUOTA',
  'DRIVE_CLOCK',
  'STORAGE_FULL',
  'QUOTA_REACHED',
] as const;

export const importing = (ctx: Context): Carrier => ({
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
