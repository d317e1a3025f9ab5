import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { naturalOrder } from '#server/platform/db/search.ts';

type Place = { name: string; sortOrder: number };

/** Viewpoints that staff haven't edited and clients have never seen, sorted by when they were first photographed. */
export async function listUnseenByFlight(tx: Tx, projectId: string) {
  const photos = tx
    .selectFrom('viewpoints')
    .innerJoin('files', 'files.viewpointId', 'viewpoints.id')
    .where('viewpoints.projectId', '=', projectId)
    .where('viewpoints.isTended', '=', false)
    .where(
      sql<boolean>`not exists (
        select from files as shown join submissions on submissions.id = shown.submission_id
        where shown.viewpoint_id = viewpoints.id
          and submissions.first_published_at is not null)`,
    )
    .select(['viewpoints.id', 'viewpoints.name', 'viewpoints.sortOrder'])
    .orderBy('files.capturedAt', (order) => order.asc().nullsLast())
    .orderBy(naturalOrder('files.fileName'))
    .orderBy('files.id');
  // As the database owner, because photos in the bin may have been published.
  const rows = await asOwner(tx, photos);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

export async function wasPublished(tx: Tx, projectId: string): Promise<boolean> {
  const shown = tx
    .selectFrom('submissions')
    .where('projectId', '=', projectId)
    .where('firstPublishedAt', 'is not', null)
    .select('id')
    .limit(1);
  return (await asOwner(tx, shown)).length > 0;
}

/** Sorted as in `listUnseenByFlight`. Returns false if staff have edited the viewpoint. */
export async function isFirstOfViewpoint(tx: Tx, fileId: string): Promise<boolean> {
  const first = tx
    .selectFrom('files')
    .innerJoin('viewpoints', 'viewpoints.id', 'files.viewpointId')
    .where('files.id', '=', fileId)
    .where('viewpoints.isTended', '=', false)
    .where(
      sql<boolean>`not exists (
        select from files as other where other.viewpoint_id = files.viewpoint_id
          and (coalesce(other.captured_at, 'infinity'), ${naturalOrder('other.file_name')}, other.id)
            < (coalesce(files.captured_at, 'infinity'), ${naturalOrder('files.file_name')}, files.id))`,
    )
    .select('files.id');
  return (await asOwner(tx, first)).length > 0;
}

type Named = Pick<Place, 'name'> & { id: string };

export const areNamesTaken = async (tx: Tx, projectId: string, wanted: readonly Named[]) =>
  (await tx
    .selectFrom('viewpoints')
    .where('projectId', '=', projectId)
    .where(
      'name',
      'in',
      wanted.map(({ name }) => name),
    )
    .where(
      'id',
      'not in',
      wanted.map(({ id }) => id),
    )
    .select('id')
    .executeTakeFirst()) !== undefined;

export async function placeViewpoints(tx: Tx, places: readonly (Place & { id: string })[]) {
  const ids = places.map(({ id }) => id);
  // Set temporary names first, because swapping names would violate the unique constraint.
  await sql`update viewpoints set name = id::text where id = any (${ids}::uuid[])`.execute(tx);
  await sql`
    update viewpoints set name = place.name, sort_order = place.sort_order
    from unnest(${ids}::uuid[], ${places.map(({ name }) => name)}::text[],
      ${places.map(({ sortOrder }) => sortOrder)}::int[]) as place (id, name, sort_order)
    where viewpoints.id = place.id`.execute(tx);
}
