import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { DOCUMENTED_DAY, personName } from '#server/platform/db/expressions.ts';

/** How long a process may go without a sign of life before another one takes over its build. */
const RUN_SECONDS = 45;

export const listEngines = (tx: Tx) =>
  tx.selectFrom('engines').selectAll().orderBy('createdAt').orderBy('id').execute();
export type EngineRow = Awaited<ReturnType<typeof listEngines>>[number];

export const findEngine = (tx: Tx, id: string) =>
  tx.selectFrom('engines').selectAll().where('id', '=', id).executeTakeFirst();

export const insertEngine = (tx: Tx, values: Insertable<DB['engines']>) =>
  tx.insertInto('engines').values(values).returningAll().executeTakeFirstOrThrow();

export const updateEngine = (tx: Tx, id: string, values: Updateable<DB['engines']>) =>
  tx.updateTable('engines').set(values).where('id', '=', id).returningAll().executeTakeFirst();

export const deleteEngine = (tx: Tx, id: string) =>
  tx.deleteFrom('engines').where('id', '=', id).returning('name').executeTakeFirst();

export type BuildChanges = Updateable<DB['mapBuilds']>;

/** As engines know the surface model that a map is aligned to. */
export const REFERENCE_NAME = 'align.tif';
const IS_PHOTO = sql<boolean>`name <> ${REFERENCE_NAME} and name not like '%.txt'`;

const selectBuilds = (tx: Tx) =>
  tx
    .selectFrom('mapBuilds')
    .innerJoin('submissions', 'submissions.id', 'mapBuilds.submissionId')
    .leftJoin('profiles as person', 'person.id', 'mapBuilds.createdBy')
    .selectAll('mapBuilds')
    .select(['submissions.projectId', 'submissions.title', personName('person').as('creatorName')])
    .select((eb) => {
      const photos = eb.selectFrom('mapBuildPhotos').whereRef('buildId', '=', 'mapBuilds.id');
      const count = photos.select((of) => of.fn.countAll<number>().as('count'));
      const reference = photos.where('name', '=', REFERENCE_NAME).select('fileId');
      return [
        count.as('fileCount'),
        count.where(IS_PHOTO).as('photoCount'),
        reference.as('referenceFileId'),
      ];
    });

export const listBuilds = (tx: Tx, submissionId: string) =>
  selectBuilds(tx)
    .where('mapBuilds.submissionId', '=', submissionId)
    .orderBy('mapBuilds.createdAt', 'desc')
    .execute();
export type BuildRow = Awaited<ReturnType<typeof listBuilds>>[number];

export const findBuild = (tx: Tx, id: string) =>
  selectBuilds(tx).where('mapBuilds.id', '=', id).executeTakeFirst();

export const lockBuild = (tx: Tx, id: string) =>
  selectBuilds(tx).where('mapBuilds.id', '=', id).forNoKeyUpdate('mapBuilds').executeTakeFirst();

export const listActiveBuilds = (tx: Tx) =>
  tx.selectFrom('mapBuilds').where('finishedAt', 'is', null).select('id').execute();

export const findBuildOfTask = (tx: Tx, taskId: string) =>
  tx.selectFrom('mapBuilds').where('taskId', '=', taskId).select('id').executeTakeFirst();

export const insertBuild = (tx: Tx, values: Insertable<DB['mapBuilds']>) =>
  tx.insertInto('mapBuilds').values(values).returning('id').executeTakeFirstOrThrow();

export const insertPhotos = (tx: Tx, photos: Insertable<DB['mapBuildPhotos']>[]) =>
  tx.insertInto('mapBuildPhotos').values(photos).execute();

/** Photos of the submission that a map can be made of. RAW files and other lenses are left out. */
export const listMapPhotos = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('files')
    .where('submissionId', '=', submissionId)
    .where('kind', '=', 'photo')
    .where('state', '=', 'ready')
    .where('rawOf', 'is', null)
    .select(['id', 'fileName', 'fileType', 'fileSize', 'sha256', 'width', 'height', 'lens'])
    .select(['latitude', 'longitude', 'relativeAltitude', 'gimbalPitch', 'gimbalYaw', 'flightYaw'])
    .select(['equivalentFocalLength', 'capturedAt'])
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();

/** `geo.txt` (positions) and `gcp_list.txt` (ground control points), as engines name them. */
export const listPlaceLists = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('files')
    .where('submissionId', '=', submissionId)
    .where(sql<string>`lower(file_name)`, 'in', ['geo.txt', 'gcp_list.txt'])
    .select(['id', 'sha256', sql<string>`lower(file_name)`.as('fileName')])
    .distinctOn('fileName')
    .execute();

export const listPhotoNames = (tx: Tx, buildId: string) =>
  tx
    .selectFrom('mapBuildPhotos')
    .innerJoin('files', 'files.id', 'mapBuildPhotos.fileId')
    .where('buildId', '=', buildId)
    .where(IS_PHOTO)
    .select(['files.fileName', 'mapBuildPhotos.name'])
    .execute();

/** The project's oldest surface model that shows the ground below the photos, to align the new map to. */
export const findReference = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('rasters')
    .innerJoin('files', 'files.id', 'rasters.fileId')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .innerJoin('submissions as mine', 'mine.projectId', 'projects.id')
    .where('mine.id', '=', submissionId)
    .where('submissions.id', '<>', submissionId)
    .where('rasters.rasterType', '=', 'surface_model')
    .where('rasters.unit', '=', 'm')
    .where('files.state', '=', 'ready')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('files as photo')
          .where('photo.submissionId', '=', submissionId)
          .where('photo.kind', '=', 'photo')
          .where(sql<boolean>`photo.latitude between rasters.south and rasters.north
            and photo.longitude between rasters.west and rasters.east`)
          .select('photo.id'),
      ),
    )
    .select(['files.id', 'files.sha256', 'files.fileSize', 'submissions.title'])
    .orderBy(DOCUMENTED_DAY)
    .orderBy('files.id')
    .limit(1)
    .executeTakeFirst();

/** Claims the build for a run. Undefined if it is finished, or another process works on it. */
export const claimBuild = (tx: Tx, id: string, runId: string) =>
  tx
    .updateTable('mapBuilds')
    .set({ runId, runUntil: sql`now() + ${RUN_SECONDS} * interval '1 second'` })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where((eb) => eb.or([eb('runUntil', 'is', null), eb('runUntil', '<', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst();

/** Changes the build and keeps the claim. False if it was canceled, deleted or taken over. */
export const updateClaimed = async (
  tx: Tx,
  { id, runId }: { id: string; runId: string },
  changes: BuildChanges,
) =>
  (await tx
    .updateTable('mapBuilds')
    .set({
      runUntil: sql`now() + ${RUN_SECONDS} * interval '1 second'`,
      updatedAt: sql`now()`,
      ...changes,
    })
    .where('id', '=', id)
    .where('runId', '=', runId)
    .where('finishedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const updateBuild = (tx: Tx, id: string, changes: BuildChanges) =>
  tx.updateTable('mapBuilds').set(changes).where('id', '=', id).execute();

export const releaseBuild = (tx: Tx, { id, runId }: { id: string; runId: string }) =>
  tx
    .updateTable('mapBuilds')
    .set({ runId: null, runUntil: null })
    .where('id', '=', id)
    .where('runId', '=', runId)
    .execute();

export const listUnsent = (tx: Tx, buildId: string) =>
  tx
    .selectFrom('mapBuildPhotos')
    .where('buildId', '=', buildId)
    .where('isSent', '=', false)
    .select(['fileId', 'name'])
    .orderBy('name')
    .execute();

/** False if another process has taken over the build. */
export const markSent = async (
  tx: Tx,
  { build, runId }: { build: { id: string }; runId: string },
  name: string,
) =>
  (await tx
    .updateTable('mapBuildPhotos')
    .from('mapBuilds')
    .set({ isSent: true })
    .whereRef('mapBuilds.id', '=', 'mapBuildPhotos.buildId')
    .where('mapBuilds.id', '=', build.id)
    .where('mapBuilds.runId', '=', runId)
    .where('mapBuilds.finishedAt', 'is', null)
    .where('mapBuildPhotos.name', '=', name)
    .returning('mapBuildPhotos.name')
    .executeTakeFirst()) !== undefined;

export const markUnsent = (tx: Tx, buildId: string) =>
  tx.updateTable('mapBuildPhotos').set({ isSent: false }).where('buildId', '=', buildId).execute();

/** What the audit chain proves: a hash over the photos' hashes, in the order of their names. */
export const photosDigest = async (tx: Tx, buildId: string) =>
  (
    await sql<{ digest: string | null }>`select encode(sha256(
        string_agg(sha256, E'\\n' order by name)::bytea), 'hex') as digest
      from map_build_photos where build_id = ${buildId}`.execute(tx)
  ).rows[0]?.digest ?? '';

export const companyOf = (tx: Tx, submissionId: string) =>
  asOwner(
    tx,
    tx
      .selectFrom('submissions as s')
      .innerJoin('projects as p', 'p.id', 's.projectId')
      .where('s.id', '=', submissionId)
      .select(['s.projectId', 'p.companyId']),
  );
