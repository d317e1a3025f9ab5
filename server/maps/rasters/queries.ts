import type { Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { ERRORS } from '#domain/errors.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type Changes = Updateable<DB['rasters']>;
export type RasterRow = Awaited<ReturnType<typeof listRasters>>[number];

const select = (tx: Tx) =>
  tx
    .selectFrom('files')
    .leftJoin('rasters', 'rasters.fileId', 'files.id')
    .leftJoin('projects', 'projects.id', 'files.projectId')
    .where('files.kind', '=', 'raster')
    .selectAll('rasters')
    .select(['files.id', 'files.fileName', 'files.state', 'files.progress'])
    .select(['files.errorMessage', 'files.projectId', 'files.submissionId', 'files.companyId'])
    .select(['projects.latitude', 'projects.longitude']);

export const listRasters = (tx: Tx, submissionId: string) =>
  select(tx)
    .where('files.submissionId', '=', submissionId)
    .orderBy('files.sortOrder')
    .orderBy('files.fileName')
    .orderBy('files.id')
    .execute();

export const lockRaster = (tx: Tx, fileId: string) =>
  select(tx).where('files.id', '=', fileId).forNoKeyUpdate('files').executeTakeFirst();

export const findRaster = (tx: Tx, fileId: string) =>
  select(tx).where('files.id', '=', fileId).executeTakeFirstOrThrow();

/** Includes maps placed by older rules, and rasters that were out of range under older rules. */
export const listOutdatedPlacements = (tx: Tx, version: number) =>
  select(tx)
    .where('rasters.placedWith', '<', version)
    .where('files.state', '=', 'ready')
    .where((is) =>
      is.or([
        is('rasters.proj4', 'is not', null),
        is('rasters.unplacedReason', '=', ERRORS.RASTER_OUT_OF_RANGE[1]),
      ]),
    )
    .orderBy('files.id')
    .limit(500)
    .execute();

export const updateRaster = (tx: Tx, fileId: string, changes: Changes) =>
  tx
    .updateTable('rasters')
    .set({ ...changes, updatedAt: new Date() })
    .where('fileId', '=', fileId)
    .execute();
