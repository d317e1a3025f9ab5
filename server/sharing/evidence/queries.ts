import { sql, type Insertable, type Selectable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { FAILED } from '#server/sharing/downloads/service.ts';
import { personName } from '#server/platform/db/expressions.ts';

export type KeyRow = Selectable<DB['auth.signingKeys']>;
export type PackRow = NonNullable<Awaited<ReturnType<typeof findPackToMake>>>;
export type SubmissionRow = Awaited<ReturnType<typeof listSubmissions>>[number];
export type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

type Owner = Pick<Database, 'owner'>;

export const listKeys = ({ owner }: Owner) =>
  owner
    .selectFrom('auth.signingKeys')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();

export const insertKey = ({ owner }: Owner, key: Insertable<DB['auth.signingKeys']>) =>
  owner.insertInto('auth.signingKeys').values(key).execute();

export const findPackToMake = ({ owner }: Owner, id: string) =>
  owner
    .selectFrom('downloads')
    .innerJoin('projects', 'projects.id', 'downloads.projectId')
    .leftJoin('companies', 'companies.id', 'projects.companyId')
    .innerJoin('profiles', 'profiles.id', 'downloads.personId')
    .select(['downloads.id', 'downloads.entries', 'downloads.fileIds', 'downloads.fileName'])
    .select(['projects.id as projectId', 'projects.name as projectName', 'projects.timeZone'])
    .select(['companies.companyName', 'downloads.personId', 'profiles.role'])
    .select(['downloads.evidenceOfProject', 'profiles.companyId as personCompanyId'])
    .select(personName().as('personName'))
    .where('downloads.id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirst();

/** Marks packs and exports requested before this time as failed, because their jobs must be lost. */
export const failPacksBefore = ({ owner }: Owner, before: Date) =>
  owner
    .updateTable('downloads')
    .set({ state: 'failed', problem: FAILED })
    .where('state', '=', 'making')
    .where('createdAt', '<', before)
    .execute();

const publishedBy = sql<{ name: string | null; kind: string } | null>`(
  select jsonb_build_object('kind', l.actor_kind, 'name', ${personName('p')})
  from audit_log l left join profiles p on p.id = l.actor_id
  where l.subject_type = 'submission' and l.subject_id = submissions.id
    and l.action = 'submission.published'
  order by l.id desc limit 1)`;

/** Oldest first, each with the person who last published it. */
export const listSubmissions = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('submissions')
    .select(['id', 'title', 'recordedDate', 'flownAt', 'status', 'publishedAt', 'firstPublishedAt'])
    .select(publishedBy.as('publishedBy'))
    .where(
      sql<boolean>`id in (select submission_id from files where files.id = any(${fileIds}::uuid[]))`,
    )
    .orderBy('recordedDate')
    .orderBy('createdAt')
    .execute();

export const listFiles = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .leftJoin('profiles', 'profiles.id', 'files.createdBy')
    .select(['files.id', 'files.fileName', 'files.fileSize', 'files.sha256', 'files.fileType'])
    .select(['files.submissionId', 'files.createdAt', 'files.capturedAt', 'files.timeZoneSource'])
    .select(
      sql<string | null>`to_char(captured_local, 'YYYY-MM-DD"T"HH24:MI:SS')`.as('cameraClock'),
    )
    .select(['files.cameraMake', 'files.cameraModel', 'files.latitude', 'files.longitude'])
    .select(personName().as('uploadedBy'))
    .where('files.id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .execute();

const isAnyOf = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** Hides references to files outside the pack, which may belong to drafts. */
const onlyIfIn = (column: string, ids: readonly string[]) =>
  sql<string | null>`case when ${isAnyOf(column, ids)} then ${sql.ref(column)} end`;

export const listViewpoints = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('viewpoints')
    .select(['id', 'name', 'latitude', 'longitude', 'relativeAltitude', 'gimbalYaw', 'gimbalPitch'])
    .select(onlyIfIn('referenceId', fileIds).as('reference'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('files')
          .select('files.id')
          .whereRef('files.viewpointId', '=', 'viewpoints.id')
          .where(isAnyOf('files.id', fileIds)),
      ),
    )
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();

export const listViewpointsOfFiles = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .innerJoin('viewpoints', 'viewpoints.id', 'files.viewpointId')
    .select(['files.id as file', 'viewpoints.id as viewpoint'])
    .where(isAnyOf('files.id', fileIds))
    .orderBy('files.id')
    .execute();

export const listAlignments = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('registrations')
    .select(['fileId as file', 'referenceId as reference', 'matrix', 'reason'])
    .where(isAnyOf('fileId', fileIds))
    .where(isAnyOf('referenceId', fileIds))
    .orderBy('fileId')
    .orderBy('referenceId')
    .execute();

export const listChapters = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('chapters')
    .select(['fileId as file', 'seconds', 'name'])
    .where(isAnyOf('fileId', fileIds))
    .orderBy('fileId')
    .orderBy('seconds')
    .execute();

export const listMaps = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('rasters')
    .select(['fileId as file', 'rasterType as type', 'width', 'height', 'epsg', 'proj4', 'affine'])
    .select(['unit', 'minimum', 'maximum', 'groundSampleDistance', 'area', 'coverage'])
    .where(isAnyOf('fileId', fileIds))
    .orderBy('fileId')
    .execute();

export const listMeasurements = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('measurements')
    .select(['id', 'submissionId as week', 'title', 'measure', 'result', 'createdAt'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('files')
          .select('files.id')
          .whereRef('files.submissionId', '=', 'measurements.submissionId')
          .where(isAnyOf('files.id', fileIds)),
      ),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export type PinRow = Awaited<ReturnType<typeof listPins>>[number];

/** Of the weeks of the files, with replies. A picture is only named by its hash. */
export const listPins = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('pins')
    .select(['id', 'submissionId as week', onlyIfIn('fileId', fileIds).as('file')])
    .select(['x', 'y', 'seconds', 'longitude', 'latitude', 'kind', 'text', 'drawing', 'state'])
    .select(['stateAt', 'dueOn', 'isInternal', 'createdAt'])
    .select(
      sql<
        object[]
      >`(select coalesce(json_agg(json_build_object('id', r.id, 'text', r.text, 'state', r.state,
        'guest', r.guest_email, 'picture', encode(sha256(r.picture), 'hex'), 'createdAt', r.created_at)
        order by r.created_at, r.id), '[]') from pin_replies r where r.pin_id = pins.id)`.as(
        'replies',
      ),
    )
    .where(
      sql<boolean>`submission_id in (select f.submission_id from files f where f.id = any(${fileIds}::uuid[]))`,
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
