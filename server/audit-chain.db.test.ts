import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { breakLabel } from '#domain/audit.ts';
import { audit } from '#server/platform/audit.ts';
import { makePerson, type Person } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let operator: Person;
beforeAll(async () => {
  operator = await makePerson(site.ctx, 'operator');
});

const write = (action: string, detail: object = {}) =>
  site.ctx.db.as(operator.viewer, (tx) => audit(tx, action, { type: 'test', id: null }, detail));
const check = () => site.as(operator).audit.check();
const run = (text: string, values: unknown[] = []) => site.ctx.db.pool.query(text, values);

beforeEach(async () => {
  await run('truncate audit_log, audit_chain restart identity');
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('each entry is hashed with the previous hash, as the docs describe', async () => {
  await write('test.first', { b: 1, aa: 'é "quoted"' });
  await write('test.second');
  const { rows } = await run(
    'select c.position, c.hash, l.at from audit_chain c join audit_log l on l.id = c.entry_id order by 1',
  );
  // Timestamps on a whole second have no fraction.
  const [entry] = (
    await run(`select rtrim(rtrim(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') as at
    from audit_log where id = 1`)
  ).rows;
  const text =
    `{"at": "${entry.at}+00:00", "id": 1, "action": "test.first", ` +
    `"detail": {"b": 1, "aa": "é \\"quoted\\""}, "actor_id": "${operator.id}", ` +
    `"actor_kind": "staff", "subject_type": "test"}`;
  expect(rows[0].hash).toBe(sha256('0'.repeat(64) + sha256(text)));
  expect(await check()).toMatchObject({ entries: 2, head: rows[1].hash, breakCount: 0 });
});

test('concurrent writers build one chain in commit order', async () => {
  const numbers = Array.from({ length: 60 }, (_, number) => number);
  await Promise.all(
    numbers.map((number) =>
      write('test.many', { number }).then(() => write('test.more', { number })),
    ),
  );
  await expect(
    site.ctx.db.as(operator.viewer, async (tx) => {
      await audit(tx, 'test.taken-back', { type: 'test', id: null });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await write('test.last');
  expect(await check()).toMatchObject({ entries: 121, breakCount: 0, breaks: [] });
});

test('the check finds changed, removed and inserted entries, and gaps', async () => {
  for (let number = 1; number <= 9; number++) await write('test.counted', { number });
  await run(`update audit_log set at = at - interval '1 day' where id = 2`);
  await run('delete from audit_log where id = 4');
  await run('delete from audit_log where id = 6');
  await run('delete from audit_chain where position = 6');
  await run('alter table audit_log disable trigger chain_entry');
  await run(`insert into audit_log (actor_kind, action, subject_type) values ('system', 'a', 'b')`);
  await run('alter table audit_log enable trigger chain_entry');
  const { breaks, breakCount, entries } = await check();
  expect([entries, breakCount]).toEqual([8, 4]);
  expect(breaks.map(breakLabel)).toEqual([
    'Entry 2 was changed after it was written.',
    'Entry 4 was removed.',
    'Entry 7 follows a gap: entries before it were removed.',
    'Entry 10 is not part of the chain.',
  ]);
});

test('a new column of the log is hashed and leaves older hashes valid', async () => {
  await write('test.before');
  await run('alter table audit_log add column means text');
  expect((await check()).breakCount).toBe(0);
  await run(
    `insert into audit_log (actor_kind, action, subject_type, means) values ('system', 'a', 'b', 'token')`,
  );
  expect((await check()).breakCount).toBe(0);
  await run(`update audit_log set means = 'hand' where id = 2`);
  expect((await check()).breaks).toEqual([{ position: 2, entryId: 2, problem: 'entry-changed' }]);
  await run('alter table audit_log drop column means');
});

test.each([
  ['change the log', 'update audit_log set action = action'],
  ['delete from the log', 'delete from audit_log'],
  [
    'insert into the chain',
    `insert into audit_chain (position, entry_id, hash) values (1, 1, 'a')`,
  ],
  ['change the chain', 'update audit_chain set hash = hash'],
  ['delete from the chain', 'delete from audit_chain'],
])('the request role cannot %s', async (_what, statement) => {
  const asSystem = site.ctx.db.as({ kind: 'system' }, (tx) => sql.raw(statement).execute(tx));
  await expect(asSystem).rejects.toThrow('permission denied');
});

test('the last entry is found by index, even after many inserts in one transaction', async () => {
  // For a short table, PostgreSQL would plan a sequential scan and keep that plan.
  await write('test.first');
  await run('analyze audit_chain');
  await site.ctx.db.as(operator.viewer, async (tx) => {
    const readOneByOne = async () => {
      const { rows } = await sql<{ read: string }>`
        select seq_tup_read as read from pg_stat_xact_user_tables where relname = 'audit_chain'`.execute(
        tx,
      );
      return Number(rows[0]?.read);
    };
    const before = await readOneByOne();
    for (let entry = 0; entry < 20; entry++)
      await audit(tx, 'test.many', { type: 'test', id: null }, {});
    await sql`set constraints all immediate`.execute(tx);
    expect(await readOneByOne()).toBe(before);
  });
});
