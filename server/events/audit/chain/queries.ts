import { sql } from 'kysely';
import type { AuditBreak } from '#domain/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Snapshot } from '#server/platform/db/snapshot.ts';

/** Used as the previous hash for the first entry. */
export const CHAIN_START = '0'.repeat(64);

export type CheckedLinks = { links: number; position: number; hash: string; breaks: AuditBreak[] };

/** `l` is the audit entry, `c` its position in the chain. Null if there is no break. */
const problem = sql<AuditBreak['problem'] | null>`case
  when c.position <> c.before + 1 then 'place-missing'
  when l.id is null then 'entry-missing'
  when c.hash <> app.audit_hash(c.previous, l) then 'entry-changed' end`;

/** Checks up to `count` links after a position whose hash is known. Returns null at the end of the chain. */
export async function checkLinks(
  tx: Tx,
  from: { position: number; hash: string },
  count: number,
): Promise<CheckedLinks | null> {
  const { rows } = await sql<Omit<CheckedLinks, 'breaks'> & { breaks: AuditBreak[] | null }>`
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

/** Ids of entries that aren't in the chain. */
export async function listUnchained(tx: Tx, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('auditLog')
    .select('id')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('auditChain').select('entryId').whereRef('entryId', '=', 'auditLog.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the entries that are shown in full. `actions` are SQL patterns; null for all. */
export type ExcerptFilter = { subjectIds: readonly string[]; actions: readonly string[] | null };

/** `content` is the entry if `isAbout` is true, otherwise its hash. */
export type ExcerptRow = { position: number; hash: string; isAbout: boolean; content: string };

const ABOUT = `coalesce(l.subject_type = any('{project,submission,file}') and l.subject_id = any($1::uuid[])
  and ($2::text[] is null or l.action like any($2::text[])), false)`;

const FIRST = `select min(c.position) from audit_chain c join audit_log l on l.id = c.entry_id where ${ABOUT}`;

/** The position and hash just before the first matching entry. Returns null if no entry matches. */
export async function findExcerptStart(snapshot: Snapshot, { subjectIds, actions }: ExcerptFilter) {
  const query = `select jsonb_build_object('position', first - 1, 'hash', coalesce(
      (select hash from audit_chain where position = first - 1), '${CHAIN_START}'))::text
    from (select (${FIRST}) as first) as found where first is not null`;
  for await (const text of snapshot.texts(query, [subjectIds, actions])) {
    return JSON.parse(text) as { position: number; hash: string };
  }
  return null;
}

/** Yields all positions after `after` in order. A missing entry has a hash of zeros. */
export async function* excerptRows(
  snapshot: Snapshot,
  { subjectIds, actions }: ExcerptFilter,
  after: number,
): AsyncGenerator<ExcerptRow> {
  const query = `select concat_ws(' ', c.position, c.hash, ${ABOUT}, case when ${ABOUT} then app.audit_text(l)
      when l.id is null then '${CHAIN_START}' else app.sha256_hex(app.audit_text(l)) end)
    from audit_chain c left join audit_log l on l.id = c.entry_id
    where c.position > $3 order by c.position`;
  for await (const text of snapshot.texts(query, [subjectIds, actions, after])) {
    const [position = '', hash = '', isAbout, ...content] = text.split(' ');
    yield {
      position: Number(position),
      hash,
      isAbout: isAbout === 't',
      content: content.join(' '),
    };
  }
}
