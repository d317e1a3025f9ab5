import { sql, type Insertable, type Selectable } from 'kysely';
import type { DB } from '#db/types.ts';
import { baseName, SIDECARS } from '#domain/rasters.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type MapFacts = Omit<Insertable<DB['rasters']>, 'fileId'>;
export type RasterRow = Selectable<DB['rasters']>;
type Beside = { submissionId: string | null; fileName: string };

export type RasterHints = {
  rasterType: RasterRow['rasterType'] | null;
  epsg: number | null;
  worldFile: string | null;
  projection: string | null;
};

const extension = sql<string>`lower(substring(files.file_name from '[^.]*$'))`;
const base = sql<string>`lower(regexp_replace(files.file_name, '\\.[^.]*$', ''))`;

const nextTo = (tx: Tx, { submissionId, fileName }: Beside) =>
  tx
    .selectFrom('files')
    .where('submissionId', '=', submissionId)
    .where(base, '=', baseName(fileName))
    .orderBy('fileName')
    .orderBy('id');

export async function hintsFor(tx: Tx, file: Beside & { id: string }): Promise<RasterHints> {
  const row = await findRaster(tx, file.id);
  const files = await nextTo(tx, file)
    .where(extension, 'in', [...SIDECARS.worldFile, ...SIDECARS.projection])
    .select(['files.filePath', extension.as('extension')])
    .execute();
  const pathOf = (endings: readonly string[]) =>
    files.find((each) => endings.includes(each.extension))?.filePath ?? null;
  return {
    rasterType: row?.typeSource === 'staff' ? row.rasterType : null,
    epsg: row?.crsSource === 'staff' ? row.epsg : null,
    worldFile: pathOf(SIDECARS.worldFile),
    projection: pathOf(SIDECARS.projection),
  };
}

const findRaster = (tx: Tx, fileId: string) =>
  tx.selectFrom('rasters').selectAll().where('fileId', '=', fileId).executeTakeFirst();

export const restartPicturesOf = async (tx: Tx, file: Beside) =>
  tx
    .updateTable('files')
    .set({ state: 'processing', errorCode: null, errorMessage: null, updatedAt: new Date() })
    .where('state', '=', 'ready')
    .where(
      'id',
      'in',
      nextTo(tx, file)
        .where((eb) => eb.or([eb('kind', 'in', ['raster', 'photo']), eb('part', '=', 'band')]))
        .select('files.id'),
    )
    .returning(['id', 'kind', 'projectId', 'submissionId', 'companyId'])
    .execute();

/** Returns undefined if the raster is already being processed. */
export const restartRaster = (tx: Tx, id: string) =>
  tx
    .updateTable('files')
    .set({ state: 'processing', errorCode: null, errorMessage: null, updatedAt: new Date() })
    .where('id', '=', id)
    .where('kind', '=', 'raster')
    .where('state', '!=', 'processing')
    .returning(['id', 'kind', 'projectId', 'submissionId', 'companyId'])
    .executeTakeFirst();

export const upsertRaster = (tx: Tx, fileId: string, facts: MapFacts) =>
  tx
    .insertInto('rasters')
    .values({ fileId, ...facts })
    .onConflict((on) => on.column('fileId').doUpdateSet({ ...facts, updatedAt: new Date() }))
    .execute();
