import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** Which of these ids something in the database is kept by, also in the bin or on its way. */
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

/** Whether there is any file, in the bin or not. */
export async function hasFiles(tx: Tx): Promise<boolean> {
  const query = sql`select from files limit 1`;
  return (await asOwner(tx, { execute: () => query.execute(tx) })).rows.length > 0;
}
