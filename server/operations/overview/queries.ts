import { sql } from 'kysely';
import { ATTENTION_ITEMS } from '#domain/overview.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { countOf } from '#server/platform/db/search.ts';

export const countProjects = (tx: Tx) =>
  tx
    .selectFrom('projects')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'active').as('active'),
    ])
    .executeTakeFirstOrThrow();

// Counts over all rows run as the database owner, because they would be ten times slower with a million files: row
// policies keep the planner from using statistics and indexes. So these queries must exclude the bin themselves. They
// use literals to match partial indexes.

/** Sums the projects' counters (docs/decisions/0013). Only for staff. */
export function countEverything(tx: Tx) {
  const query = tx.selectFrom('projects').select((eb) => [
    sql<number>`coalesce(sum(draft_count + submission_count + archived_count), 0)`.as(
      'submissions',
    ),
    sql<number>`coalesce(sum(draft_count), 0)`.as('drafts'),
    eb
      .selectFrom('profiles')
      .where('role', '=', 'client')
      .where('isActive', '=', true)
      .select((e) => e.fn.countAll<number>().as('n'))
      .$asScalar()
      .$notNull()
      .as('clients'),
    eb
      .selectFrom('files')
      .where('deletedAt', 'is', null)
      .where('state', '=', sql.lit('processing'))
      .select((e) => e.fn.countAll<number>().as('n'))
      .$asScalar()
      .$notNull()
      .as('processing'),
    eb
      .selectFrom('files')
      .where('deletedAt', 'is', null)
      .where('state', '=', sql.lit('failed'))
      .select((e) => e.fn.countAll<number>().as('n'))
      .$asScalar()
      .$notNull()
      .as('failed'),
  ]);
  return asOwner(tx, { execute: () => query.executeTakeFirstOrThrow() });
}

/** Latest first. Only for staff. */
export const listFailedFiles = (tx: Tx) =>
  asOwner(
    tx,
    tx
      .selectFrom('files')
      .leftJoin('submissions', 'submissions.id', 'files.submissionId')
      .leftJoin('projects', 'projects.id', 'submissions.projectId')
      .where('files.deletedAt', 'is', null)
      .where('files.state', '=', sql.lit('failed'))
      .groupBy(['submissions.id', 'projects.id'])
      .select((eb) => [
        'submissions.id as submissionId',
        'submissions.title',
        'projects.name as projectName',
        eb.fn.countAll<number>().as('count'),
      ])
      .orderBy((eb) => eb.fn.max('files.createdAt'), 'desc'),
  );

/** Excludes scheduled drafts and those in `known`. */
const oldDrafts = (tx: Tx, since: Date, known: readonly string[]) =>
  tx
    .selectFrom('submissions')
    .where('submissions.status', '=', sql.lit('draft'))
    .where('submissions.createdAt', '<', since)
    .where('submissions.publishAt', 'is', null)
    .where(sql<boolean>`submissions.id <> all(${known}::uuid[])`);

export const countOldDrafts = (tx: Tx, since: Date, known: readonly string[]) =>
  countOf(oldDrafts(tx, since, known).select('submissions.id'));

export const listOldDrafts = (tx: Tx, since: Date, known: readonly string[]) =>
  oldDrafts(tx, since, known)
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .select([
      'submissions.id',
      'submissions.title',
      'submissions.createdAt',
      'projects.name as projectName',
      'projects.timeZone',
    ])
    .orderBy('submissions.createdAt')
    .limit(ATTENTION_ITEMS)
    .execute();

export const listExpiringLinks = (tx: Tx, from: Date, until: Date) =>
  tx
    .selectFrom('shareLinks')
    .innerJoin('projects', 'projects.id', 'shareLinks.projectId')
    .leftJoin('submissions', 'submissions.id', 'shareLinks.submissionId')
    .where('shareLinks.isActive', '=', true)
    .where('shareLinks.expiresAt', '>', from)
    .where('shareLinks.expiresAt', '<=', until)
    .select([
      'shareLinks.id',
      'shareLinks.title',
      'submissions.title as submissionTitle',
      'projects.id as projectId',
      'projects.name as projectName',
      'projects.timeZone',
      'shareLinks.expiresAt',
    ])
    .$narrowType<{ expiresAt: Date }>()
    .orderBy('shareLinks.expiresAt')
    .execute();
