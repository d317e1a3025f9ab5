import { sql, type Insertable, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import { SHARE_SWITCHES, type ShareLink, type ShareLinkQuery } from '#domain/share-links.ts';
import { coverOrder } from '#server/files/service.ts';
import { DOCUMENTED_DAY } from '#server/platform/db/expressions.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { containsFolded, countOf, inOrder, pageQuery } from '#server/platform/db/search.ts';

type Query = z.output<typeof ShareLinkQuery>;

export type ShareLinkRow = Awaited<ReturnType<typeof listShareLinks>>[number];

const ZONE = sql`coalesce(projects.time_zone, 'UTC')`;

const VIEWS_BY_DAY = sql<number[]>`array(
  select count(view.id)::integer from generate_series(29, 0, -1) as ago
  left join share_views view on view.share_link_id = share_links.id
    and view.viewed_at > now() - interval '31 days'
    and (view.viewed_at at time zone ${ZONE})::date = (now() at time zone ${ZONE})::date - ago
  group by ago order by ago desc)`;

const LAST_VIEWED = sql<Date | null>`(
  select max(view.viewed_at) from share_views view where view.share_link_id = share_links.id)`;

const LOOKS = sql<ShareLink['looks']>`(
  select jsonb_build_object(
    'week', count(*) filter (where look.part = 'week'),
    'photo', count(*) filter (where look.part = 'photo'),
    'download', count(*) filter (where look.part = 'download'))
  from share_looks look where look.share_link_id = share_links.id)`;

const SITES = sql<ShareLink['sites']>`(
  select coalesce(jsonb_agg(jsonb_build_object('site', top.site, 'views', top.views)), '[]') from (
    select view.referrer_site as site, count(*) as views from share_views view
    where view.share_link_id = share_links.id and view.referrer_site is not null
    group by view.referrer_site order by count(*) desc, view.referrer_site limit 3) top)`;

/**
 * Faster than a join, because most links aren't limited to one submission and there are far more submissions than
 * links.
 */
const SUBMISSION_TITLE = sql<string | null>`(
  select title from submissions where submissions.id = share_links.submission_id)`;

const selectShareLinks = (tx: Tx) =>
  tx
    .selectFrom('shareLinks')
    .leftJoin('projects', 'projects.id', 'shareLinks.projectId')
    .selectAll('shareLinks')
    .select(['projects.name as projectName', 'projects.timeZone'])
    .select(SUBMISSION_TITLE.as('submissionTitle'))
    .select([VIEWS_BY_DAY.as('viewsByDay'), LAST_VIEWED.as('lastViewedAt')])
    .select([LOOKS.as('looks'), SITES.as('sites')]);

const SORTING = {
  table: 'shareLinks',
  sorts: { views: sql`share_links.view_count`, expires: sql`share_links.expires_at` },
  nullable: ['expires'],
} as const;

const IN_STATE = {
  disabled: sql<boolean>`not share_links.is_active`,
  expired: sql<boolean>`share_links.is_active and share_links.expires_at <= now()`,
  active: sql<boolean>`share_links.is_active and coalesce(share_links.expires_at > now(), true)`,
};

/** Policies already enforce this, but the condition lets a client's query use the index. */
function ofViewer(tx: Tx) {
  const viewer = viewerOf(tx);
  return viewer.kind === 'client'
    ? sql<boolean>`share_links.created_by = ${viewer.profileId}`
    : sql<boolean>`true`;
}

const matchesSearch = (search: string) => sql<boolean>`(
  ${containsFolded(search, ['shareLinks.folded'])}
  or share_links.project_id in (
    select id from projects where ${containsFolded(search, ['projects.foldedName'])})
  or ${containsFolded(search, [sql`lower(${SUBMISSION_TITLE} collate "und-x-icu")`])})`;

const matches = ({ search, state, projectId }: Query) =>
  sql<boolean>`(${projectId ? sql`share_links.project_id = ${projectId}` : true}
    and ${state ? IN_STATE[state] : true}
    and ${search ? matchesSearch(search) : true})`;

/** Counts views only for the links on this page of the list. */
export function listShareLinks(tx: Tx, query: Query) {
  const matching = tx
    .selectFrom('shareLinks')
    .where(ofViewer(tx))
    .where(matches(query))
    .select('shareLinks.id');
  const onPage = pageQuery(matching, query, SORTING);
  return inOrder(
    selectShareLinks(tx).where('shareLinks.id', 'in', onPage),
    query,
    SORTING,
  ).execute();
}

export const countShareLinks = (tx: Tx, query: Query) =>
  tx
    .selectFrom('shareLinks')
    .where(ofViewer(tx))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(matches(query)).as('found'),
      fn.countAll<number>().as('total'),
    ])
    .executeTakeFirstOrThrow();

export const findShareLink = (tx: Tx, id: string) =>
  selectShareLinks(tx).where('shareLinks.id', '=', id).executeTakeFirst();

export const insertShareLink = (tx: Tx, values: Insertable<DB['shareLinks']>) =>
  tx.insertInto('shareLinks').values(values).returning('id').executeTakeFirstOrThrow();

export const updateShareLink = (tx: Tx, id: string, changes: Updateable<DB['shareLinks']>) =>
  tx
    .updateTable('shareLinks')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .executeTakeFirst();

export const deleteShareLink = (tx: Tx, id: string) =>
  tx
    .deleteFrom('shareLinks')
    .where('id', '=', id)
    .returning(['id', 'projectId', 'createdBy'])
    .executeTakeFirst();

export const countSubmissionsOf = (tx: Tx, projectId: string, ids: readonly string[]) =>
  countOf(
    tx
      .selectFrom('submissions')
      .where('projectId', '=', projectId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`),
  );

/** `isExpired` is false if the link was closed. */
export const findByTokenHash = (tx: Tx, tokenHash: string) =>
  tx
    .selectFrom('shareLinks')
    .select([
      'id',
      sql<boolean>`is_active and coalesce(expires_at <= now(), false)`.as('isExpired'),
    ])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();

export const findOpenShareLink = (tx: Tx, id: string) =>
  tx
    .selectFrom('shareLinks')
    .innerJoin('projects', 'projects.id', 'shareLinks.projectId')
    .select([
      'shareLinks.id',
      'shareLinks.title',
      'shareLinks.description',
      'shareLinks.expiresAt',
      'shareLinks.passwordHash',
      'shareLinks.embedSites',
      'projects.id as projectId',
      'projects.name',
      'projects.description as projectDescription',
      'projects.address',
      'projects.status',
      'projects.startDate',
      'projects.estimatedCompletionDate',
      'projects.timeZone',
      'projects.latitude',
      'projects.longitude',
    ])
    .select(SHARE_SWITCHES.map((name) => `shareLinks.${name}` as const))
    .where('shareLinks.id', '=', id)
    .executeTakeFirst();

const selectPictures = (tx: Tx) =>
  tx
    .selectFrom('files')
    .where('files.state', '=', 'ready')
    .where(sql<boolean>`cardinality(files.presets) > 0`)
    .where('files.kind', '!=', 'other')
    .select(['files.id', 'files.submissionId', 'files.presets', 'files.posterVersion'])
    .select(sql<boolean>`files.cover_chosen_at is not null`.as('isChosen'));

export type PictureRow = Awaited<ReturnType<typeof listPictures>>[number];

export const listPictures = (tx: Tx, ids: readonly string[]) =>
  selectPictures(tx).where('files.id', 'in', ids).execute();

export const findNewestPicture = (tx: Tx, projectId: string) =>
  selectPictures(tx)
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where('submissions.projectId', '=', projectId)
    .orderBy(DOCUMENTED_DAY, 'desc')
    .orderBy('submissions.createdAt', 'desc')
    .orderBy('submissions.id', 'desc')
    .orderBy(coverOrder({ file: 'files', week: 'submissions', project: 'projects' }))
    .limit(1)
    .executeTakeFirst();

export const deactivateLinksTo = (tx: Tx, submissionId: string) =>
  tx
    .updateTable('shareLinks')
    .set({ isActive: false, updatedAt: new Date() })
    .where('submissionId', '=', submissionId)
    .where('isActive', '=', true)
    .executeTakeFirst();
