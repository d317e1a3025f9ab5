import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { personName } from '#server/platform/db/person-name.ts';

export type KeyRow = Selectable<DB['auth.signingKeys']>;
export type PackRow = NonNullable<Awaited<ReturnType<typeof findPackToMake>>>;
export type WeekRow = Awaited<ReturnType<typeof listWeeks>>[number];
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

/** A pack that is not made yet, with who asked for it. */
export const findPackToMake = ({ owner }: Owner, id: string) =>
  owner
    .selectFrom('downloads')
    .innerJoin('projects', 'projects.id', 'downloads.projectId')
    .leftJoin('companies', 'companies.id', 'projects.companyId')
    .innerJoin('profiles', 'profiles.id', 'downloads.personId')
    .select(['downloads.id', 'downloads.entries', 'downloads.fileIds', 'downloads.fileName'])
    .select(['downloads.projectId', 'projects.name as projectName', 'projects.timeZone'])
    .select(['companies.companyName', 'downloads.personId', 'profiles.role'])
    .select('downloads.evidenceOfProject')
    .select(personName().as('personName'))
    .where('downloads.id', '=', id)
    .where('evidenceState', '=', 'making')
    .executeTakeFirst();

/** False when the download was removed meanwhile. */
export const updatePack = async (
  tx: Tx,
  id: string,
  changes: Updateable<DB['downloads']>,
): Promise<boolean> =>
  (
    await asOwner(tx, {
      execute: () =>
        tx.updateTable('downloads').set(changes).where('id', '=', id).returning('id').execute(),
    })
  ).length > 0;

/** Packs whose making was asked for so long ago that their job must have been lost, or given up. */
export const failPacksBefore = ({ owner }: Owner, before: Date, problem: string) =>
  owner
    .updateTable('downloads')
    .set({ evidenceState: 'failed', evidenceProblem: problem })
    .where('evidenceState', '=', 'making')
    .where('createdAt', '<', before)
    .execute();

const publishedBy = sql<{ name: string | null; kind: string } | null>`(
  select jsonb_build_object('kind', l.actor_kind, 'name', ${personName('p')})
  from audit_log l left join profiles p on p.id = l.actor_id
  where l.subject_type = 'submission' and l.subject_id = submissions.id
    and l.action = 'submission.published'
  order by l.id desc limit 1)`;

/** The weeks of these files, the oldest first, with who published them last. */
export const listWeeks = (tx: Tx, fileIds: readonly string[]) =>
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

/** What is known of the originals, by no order. */
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
