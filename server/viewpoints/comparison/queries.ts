import { sql } from 'kysely';
import type { Since } from '#domain/submission-comparison.ts';
import { coverOrder, alignmentColumn } from '#server/files/service.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { DOCUMENTED_DAY } from '#server/platform/db/expressions.ts';
import { day, submissionPhotos } from '../history/queries.ts';

/** Published photos for clients. Staff get the same photos, because they also use client pages. */
const publishedPhotos = (tx: Tx) =>
  submissionPhotos(tx)
    .where('submissions.status', '=', 'published')
    .where('files.isForClients', '=', true);

type Of = { 'submissions.projectId': string } | { 'viewpoints.id': string };

/** Counts only photos at visible viewpoints. */
export const findNewestSubmission = (tx: Tx, of: Of) =>
  publishedPhotos(tx)
    .innerJoin('viewpoints', 'viewpoints.id', 'files.viewpointId')
    .where((eb) => eb.and(of))
    .where('viewpoints.isHidden', '=', false)
    .select(['submissions.id', 'submissions.projectId', 'submissions.firstPublishedAt'])
    .orderBy(DOCUMENTED_DAY, 'desc')
    .orderBy('submissions.createdAt', 'desc')
    .orderBy('submissions.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findPublishedSubmission = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .where('id', '=', id)
    .where('status', '=', 'published')
    .select(['id', 'projectId'])
    .executeTakeFirst();

const ORDERS = {
  last: sql`${DOCUMENTED_DAY} desc, submissions.created_at desc, submissions.id desc`,
  start: sql`${DOCUMENTED_DAY}, submissions.created_at, submissions.id`,
} as const;

export type ViewRow = Awaited<ReturnType<typeof listViews>>[number];

/** Prefers an earlier photo from the same lens. Sorted like covers; `place` is the viewpoint's place in the list. */
export const listViews = (tx: Tx, submissionIds: readonly string[], since: Since) =>
  tx
    .with('after', () =>
      publishedPhotos(tx)
        .where('files.submissionId', 'in', submissionIds)
        .distinctOn(['files.submissionId', 'files.viewpointId'])
        .selectAll('files')
        .select([sql`${DOCUMENTED_DAY}`.as('day'), 'submissions.createdAt as begunAt'])
        .orderBy('files.submissionId')
        .orderBy('files.viewpointId')
        .orderBy('files.coverChosenAt', (by) => by.desc().nullsLast())
        .orderBy('files.sortOrder')
        .orderBy('files.capturedAt')
        .orderBy('files.id'),
    )
    .selectFrom('after')
    .innerJoin('viewpoints', (join) =>
      join.onRef('viewpoints.id', '=', 'after.viewpointId').on('viewpoints.isHidden', '=', false),
    )
    .innerJoin('submissions', 'submissions.id', 'after.submissionId')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .leftJoinLateral(
      () =>
        publishedPhotos(tx)
          .where(sql<boolean>`files.viewpoint_id = after.viewpoint_id
            and (${DOCUMENTED_DAY}, submissions.created_at) < (after.day, after.begun_at)`)
          .$if(since !== 'last' && since !== 'start', (photos) =>
            photos.where('submissions.id', '=', since),
          )
          .select('files.id')
          .orderBy(since === 'start' ? ORDERS.start : ORDERS.last)
          .orderBy(sql`files.lens is distinct from after.lens`)
          .orderBy('files.sortOrder')
          .orderBy('files.capturedAt')
          .orderBy('files.id')
          .limit(1)
          .as('before'),
      (join) => join.onTrue(),
    )
    .select(['submissions.id as submissionId', 'viewpoints.id as viewpointId', 'viewpoints.name'])
    .select(['after.id as afterId', 'before.id as beforeId'])
    .select(
      sql<number>`row_number() over (
        order by viewpoints.sort_order, viewpoints.created_at, viewpoints.id)::int`.as('place'),
    )
    .orderBy(coverOrder({ file: 'after', week: 'submissions', project: 'projects' }))
    .execute();

export type ComparedRow = Awaited<ReturnType<typeof listComparedPhotos>>[number];

export const listComparedPhotos = (tx: Tx, ids: readonly string[]) =>
  publishedPhotos(tx)
    .where('files.id', 'in', ids)
    .select(['files.id', 'files.presets', 'files.width', 'files.height', 'files.thumbhash'])
    .select(['files.posterVersion', 'files.gimbalPitch', 'files.flightYaw'])
    .select([
      'submissions.id as submissionId',
      'submissions.title',
      day.as('day'),
      alignmentColumn(),
    ])
    .execute();
