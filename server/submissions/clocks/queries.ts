import { type Expression, expressionBuilder, type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '#db/types.ts';
import { ARCHIVE_MS } from '#domain/publication-clock.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { personName } from '#server/platform/db/expressions.ts';

/** The latest capture time of files for clients. Ignores times in the future, which come from wrong camera clocks. */
export const lastCapture = (until: Date | null = null) =>
  sql<Date | null>`max(captured_at) filter (where is_for_clients and captured_at <= coalesce(${until}::timestamptz, now()))`;

export const pausesOf = (submissionId: Expression<string>) =>
  jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom('clockPauses')
      .leftJoin('profiles as starter', 'starter.id', 'clockPauses.startedBy')
      .leftJoin('profiles as ender', 'ender.id', 'clockPauses.endedBy')
      .where('clockPauses.submissionId', '=', submissionId)
      .select([
        'clockPauses.id',
        'clockPauses.reason',
        'clockPauses.startedAt',
        'clockPauses.endedAt',
        personName('starter').as('startedBy'),
        personName('ender').as('endedBy'),
      ])
      .orderBy('clockPauses.startedAt'),
  );

const selectClocks = (tx: Tx) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .select((eb) => [
      'submissions.id',
      'submissions.title',
      'submissions.createdAt',
      'submissions.flownAt',
      'submissions.firstPublishedAt',
      'projects.name as projectName',
      'projects.timeZone',
      eb
        .selectFrom('files')
        .whereRef('files.submissionId', '=', 'submissions.id')
        .select(lastCapture().as('at'))
        .as('lastCapturedAt'),
      pausesOf(eb.ref('submissions.id')).as('pauses'),
    ]);

/** Unpublished drafts, found by indexes only. Runs as the database owner, so only for staff. */
export async function listRunningClocks(tx: Tx) {
  const drafts = tx
    .selectFrom('submissions')
    .select('id')
    // A literal, because PostgreSQL uses the partial index only if it knows the value.
    .where('status', '=', sql.lit('draft'))
    .where('firstPublishedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .where(
      sql<boolean>`created_at - (select max(captured_at) from files
          where submission_id = submissions.id and deleted_at is null and captured_at <= now())
        <= ${ARCHIVE_MS} * interval '1 millisecond'`,
    );
  const ids = (await asOwner(tx, drafts)).map(({ id }) => id);
  return selectClocks(tx)
    .where('submissions.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export const listStoppedClocks = (tx: Tx, since: Date) =>
  selectClocks(tx).where('submissions.firstPublishedAt', '>', since).execute();

export const insertPause = (tx: Tx, values: Insertable<DB['clockPauses']>) =>
  tx.insertInto('clockPauses').values(values).execute();

export const endPause = (tx: Tx, submissionId: string, end: { at: Date; by: string | null }) =>
  tx
    .updateTable('clockPauses')
    .set({ endedAt: sql`greatest(${end.at}::timestamptz, started_at)`, endedBy: end.by })
    .where('submissionId', '=', submissionId)
    .where('endedAt', 'is', null)
    .returning('reason')
    .executeTakeFirst();

/** Stores when a submission was flown and first published. Later publications change neither. */
export const saveFirstPublication = (tx: Tx, submissionId: string, at: Date) =>
  tx
    .updateTable('submissions')
    .set((eb) => ({
      firstPublishedAt: at,
      flownAt: eb
        .selectFrom('files')
        .where('submissionId', '=', submissionId)
        .select(lastCapture(at).as('at')),
    }))
    .where('id', '=', submissionId)
    .where('firstPublishedAt', 'is', null)
    .execute();
