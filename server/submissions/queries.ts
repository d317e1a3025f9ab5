import { sql, type ExpressionBuilder, type Insertable, type Updateable } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { DB } from '#db/types.ts';
import type { ContentType, SubmissionStatus } from '#domain/submissions.ts';
import { lastCapture, pausesOf } from '#server/submissions/clocks/service.ts';
import { coverOrder } from '#server/files/service.ts';
import { SEEN_BY_CLIENT } from '#server/projects/service.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { DOCUMENTED_DAY, personName } from '#server/platform/db/expressions.ts';

/** Must match `countFiles` of domain/file-counts.ts. */
const COUNTED_KINDS = [
  ['photoCount', 'photo'],
  ['videoCount', 'video'],
  ['mapCount', 'raster'],
  ['documentCount', 'document'],
] as const;
const COUNTS = [
  ...COUNTED_KINDS.map(([name]) => name),
  'shownCount',
  'fileCount',
  'hiddenCount',
  'processingCount',
  'failedCount',
] as const;

/** File ids by Drive link. The latest copy of a file is used. Skipped for texts without Google links. */
const DRIVE_COPIES = sql<
  Record<string, string>
>`case when submissions.content_text ilike '%google%' then (
  select coalesce(jsonb_object_agg('gdrive-' || files.google_drive_file_id, files.id
    order by files.created_at), '{}') from files
  where files.submission_id = submissions.id and files.google_drive_file_id is not null) else '{}' end`;

const pictures = (eb: ExpressionBuilder<DB, 'submissions'>) =>
  eb
    .selectFrom('files as cover')
    .whereRef('cover.submissionId', '=', 'submissions.id')
    .where('cover.state', '=', 'ready')
    .where('cover.isForClients', '=', true)
    .where('cover.thumbhash', 'is not', null)
    .where('cover.kind', '!=', 'other');

const COVER_ORDER = coverOrder({ file: 'cover', week: 'submissions', project: 'projects' });

const coverOf = (eb: ExpressionBuilder<DB, 'submissions'>) =>
  pictures(eb)
    .select(['cover.id', 'cover.presets', 'cover.width', 'cover.height', 'cover.thumbhash'])
    .select('cover.posterVersion')
    .orderBy(COVER_ORDER)
    .limit(1);

export const selectSubmissions = (tx: Tx) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .leftJoin('companies', 'companies.id', 'projects.companyId')
    .leftJoin('profiles as editor', 'editor.id', 'submissions.updatedBy')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('files')
          .whereRef('files.submissionId', '=', 'submissions.id')
          .where('files.rawOf', 'is', null)
          .select((f) => {
            const ready = f.fn.countAll<number>().filterWhere('state', '=', 'ready');
            const shown = ready.filterWhere('isForClients', '=', true);
            return [
              ...COUNTED_KINDS.map(([name, kind]) => shown.filterWhere('kind', '=', kind).as(name)),
              shown.as('shownCount'),
              ready.filterWhere('isForClients', '=', false).as('hiddenCount'),
              f.fn.countAll<number>().as('fileCount'),
              f.fn.countAll<number>().filterWhere('state', '=', 'processing').as('processingCount'),
              f.fn.countAll<number>().filterWhere('state', '=', 'failed').as('failedCount'),
              lastCapture().as('lastCapturedAt'),
            ];
          })
          .as('counts'),
      (join) => join.onTrue(),
    )
    .selectAll('submissions')
    .select((eb) => [
      'projects.name as projectName',
      'projects.timeZone',
      'companies.companyName',
      personName('editor').as('updatedByName'),
      ...COUNTS.map((name) => eb.fn.coalesce(`counts.${name}`, sql<number>`0`).as(name)),
      'counts.lastCapturedAt',
      pausesOf(eb.ref('submissions.id')).as('pauses'),
      DRIVE_COPIES.as('driveCopies'),
      jsonObjectFrom(coverOf(eb)).as('cover'),
    ])
    .orderBy(DOCUMENTED_DAY, 'desc')
    .orderBy('submissions.createdAt', 'desc')
    .orderBy('submissions.id', 'desc');

export type SubmissionRow = Awaited<ReturnType<typeof listSubmissions>>[number];

export function listSubmissions(
  tx: Tx,
  filter: {
    projectId?: string | undefined;
    status?: SubmissionStatus | undefined;
    contentType?: ContentType | undefined;
    publishedSince?: Date;
    ids?: readonly string[];
  },
) {
  let query = selectSubmissions(tx);
  if (filter.projectId) query = query.where('submissions.projectId', '=', filter.projectId);
  if (filter.status) query = query.where('submissions.status', '=', filter.status);
  if (filter.contentType) query = query.where('submissions.contentType', '=', filter.contentType);
  if (filter.publishedSince)
    query = query.where('submissions.publishedAt', '>=', filter.publishedSince);
  if (filter.ids) query = query.where('submissions.id', 'in', filter.ids);
  return query.limit(1000).execute();
}

const selectLatest = (tx: Tx) =>
  tx
    .selectFrom('projects')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('submissions')
          .whereRef('submissions.projectId', '=', 'projects.id')
          .where('submissions.status', '=', 'published')
          // Only tests for pictures here, so that only the latest submission's pictures are sorted.
          .where((of) => of.exists(pictures(of).select('cover.id')))
          .selectAll('submissions')
          .orderBy(DOCUMENTED_DAY, 'desc')
          .orderBy('submissions.id', 'desc')
          .limit(1)
          .as('submissions'),
      (join) => join.onTrue(),
    )
    .$if(viewerOf(tx).kind === 'client', (query) => query.where(SEEN_BY_CLIENT));

export const listLatestIds = async (tx: Tx, limit: number): Promise<string[]> =>
  (
    await selectLatest(tx)
      .select('submissions.id')
      .orderBy('submissions.publishedAt', 'desc')
      .orderBy('submissions.id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

export const listLatestCovers = (tx: Tx) =>
  selectLatest(tx)
    .innerJoinLateral(
      (eb) => coverOf(eb).as('cover'),
      (join) => join.onTrue(),
    )
    .select([
      'projects.id as projectId',
      'cover.id',
      'cover.presets',
      'cover.width',
      'cover.height',
      'cover.thumbhash',
      'cover.posterVersion',
    ])
    .orderBy('projects.createdAt', 'desc')
    .limit(500)
    .execute();

export const findSubmission = (tx: Tx, id: string) =>
  selectSubmissions(tx).where('submissions.id', '=', id).executeTakeFirst();

export const insertSubmission = (tx: Tx, values: Insertable<DB['submissions']>) =>
  tx.insertInto('submissions').values(values).returning('id').executeTakeFirstOrThrow();

export const updateSubmission = (tx: Tx, id: string, changes: Updateable<DB['submissions']>) =>
  tx
    .updateTable('submissions')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .executeTakeFirst();

export const lockSubmissionToChange = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .select([
      'projectId',
      'title',
      'contentType',
      'summary',
      'contentText',
      'recordedDate',
      'googleDriveFolderUrl',
      'mapEmbedUrl',
      'mapProvider',
      'mapCoordinates',
      'updatedAt',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findProject = (tx: Tx, id: string) =>
  tx
    .selectFrom('projects')
    .where('id', '=', id)
    .select(['companyId', 'startDate', 'timeZone'])
    .executeTakeFirstOrThrow();

export const listTitles = async (tx: Tx, projectId: string): Promise<string[]> =>
  (
    await tx.selectFrom('submissions').select('title').where('projectId', '=', projectId).execute()
  ).map(({ title }) => title);

export const findTimeZone = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('projects')
    .select('timeZone')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();

/** Locks the row, so that no files can be added during publication or deletion. */
export const lockSubmission = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .select(['id', 'projectId', 'title', 'status', 'publishAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Whether clients would see nothing. */
export const isEmpty = async (tx: Tx, id: string) =>
  (await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', id)
    .where(
      sql<boolean>`coalesce(summary, content_text, map_embed_url, google_drive_folder_url) is null
        and not exists (select from files where submission_id = submissions.id and state = 'ready' and is_for_clients)`,
    )
    .executeTakeFirst()) !== undefined;

/** Longest overdue first, each with the person who scheduled it. */
export const listDueSchedules = (tx: Tx, now: Date) =>
  tx
    .selectFrom('submissions')
    .leftJoin('profiles', 'profiles.id', 'submissions.scheduledBy')
    .where('submissions.publishAt', '<=', now)
    .select(['submissions.id', 'profiles.id as personId', 'profiles.role', 'profiles.isActive'])
    .orderBy('submissions.publishAt')
    .execute();
