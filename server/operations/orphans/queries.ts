import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** Includes the bin and unfinished uploads. */
export async function findKnownIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const query = sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as of (id)
    where exists (select from files where files.id = of.id)
      or exists (select from uploads where uploads.id = of.id)
      or exists (select from reports where reports.id = of.id)
      or exists (select from timelapses where timelapses.id = of.id)
      or exists (select from downloads where downloads.id = of.id)`;
  return (await asOwner(tx, { execute: () => query.execute(tx) })).rows.map(({ id }) => id);
}

/** Includes the bin. */
export async function hasFiles(tx: Tx): Promise<boolean> {
  const query = sql`select from files limit 1`;
  return (await asOwner(tx, { execute: () => query.execute(tx) })).rows.length > 0;
}
