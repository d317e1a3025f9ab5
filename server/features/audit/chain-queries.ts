import { sql } from 'kysely';
import type { AuditBreak } from '#domain/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** What stands before the first place of the chain. */
export const CHAIN_START = '0'.repeat(64);

export type Checked = { links: number; position: number; hash: string; breaks: AuditBreak[] };

/** The kind of a break, or null where a link holds; `l` is the entry and `c` its place. */
const problem = sql<AuditBreak['problem'] | null>`case
  when c.position <> c.before + 1 then 'place-missing'
  when l.id is null then 'entry-missing'
  when c.hash <> app.audit_hash(c.previous, l) then 'entry-changed' end`;

/** Checks up to `count` links behind a place whose hash is known; null at the end of the chain. */
export async function checkLinks(
  tx: Tx,
  from: { position: number; hash: string },
  count: number,
): Promise<Checked | null> {
  const { rows } = await sql<Omit<Checked, 'breaks'> & { breaks: AuditBreak[] | null }>`
    with part as (
      select position, entry_id, hash,
        lag(position, 1, ${from.position}::bigint) over (order by position) as before,
        lag(hash, 1, ${from.hash}::text) over (order by position) as previous
      from (select * from audit_chain where position > ${from.position} order by position limit ${count}) as next
    ), checked as (
      select c.position, c.entry_id, c.hash, ${problem} as problem
      from part c left join audit_log l on l.id = c.entry_id
    )
    select count(*) as links, max(position) as position,
      (array_agg(hash order by position desc))[1] as hash,
      jsonb_agg(jsonb_build_object('position', position, 'entryId', entry_id, 'problem', problem)
        order by position) filter (where problem is not null) as breaks
    from checked having count(*) > 0`.execute(tx);
  const [row] = rows;
  return row ? { ...row, breaks: row.breaks ?? [] } : null;
}

/** Entries that have no place in the chain: they were written past it. At most so many. */
export async function listUnchained(tx: Tx, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('auditLog')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('auditChain').select('entryId').whereRef('entryId', '=', 'auditLog.id')),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
