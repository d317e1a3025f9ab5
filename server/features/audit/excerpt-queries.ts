import type { Snapshot } from '#server/platform/db/snapshot.ts';
import { CHAIN_START } from './chain-queries.ts';

/** What an excerpt tells in full: entries about these things, and of these actions (SQL patterns, null: all). */
export type Excerpted = { subjectIds: readonly string[]; actions: readonly string[] | null };

/** A place of the chain: what its entry says when the excerpt is about it, else the hash of that. */
export type ExcerptRow = { position: number; hash: string; isAbout: boolean; content: string };

const ABOUT = `coalesce(l.subject_type = any('{project,submission,file}') and l.subject_id = any($1::uuid[])
  and ($2::text[] is null or l.action like any($2::text[])), false)`;

const FIRST = `select min(c.position) from audit_chain c join audit_log l on l.id = c.entry_id where ${ABOUT}`;

/** The hash that the first entry about these things was chained to, and its place; null when there is none. */
export async function findBeginning(snapshot: Snapshot, { subjectIds, actions }: Excerpted) {
  const query = `select jsonb_build_object('position', first - 1, 'hash', coalesce(
      (select hash from audit_chain where position = first - 1), '${CHAIN_START}'))::text
    from (select (${FIRST}) as first) as found where first is not null`;
  for await (const text of snapshot.texts(query, [subjectIds, actions])) {
    return JSON.parse(text) as { position: number; hash: string };
  }
  return null;
}

/** Every place behind that one, in order. Of an entry that is gone the hash is zeros. */
export async function* excerptRows(
  snapshot: Snapshot,
  { subjectIds, actions }: Excerpted,
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
