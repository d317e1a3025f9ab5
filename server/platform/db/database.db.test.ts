import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { afterCommit, viewerOf, type Database, type Tx } from './database.ts';
import { resetNames } from './statement-names.ts';
import type { Viewer } from './viewer.ts';

const SYSTEM: Viewer = { kind: 'system' };

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.owner.deleteFrom('projects').execute();
  await database.owner.deleteFrom('companies').execute();
});

function addCompany(tx: Tx, companyCode: string) {
  return tx
    .insertInto('companies')
    .values({ companyCode, companyName: `Company ${companyCode}` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function companyCodes(): Promise<string[]> {
  const rows = await database.owner
    .selectFrom('companies')
    .select('companyCode')
    .orderBy('companyCode')
    .execute();
  return rows.map(({ companyCode }) => companyCode);
}

async function settings(run: (text: string) => Promise<{ rows: unknown[] }>): Promise<unknown> {
  const { rows } = await run(`select current_user::text as role,
    coalesce(current_setting('app.viewer_kind', true), '') as kind,
    coalesce(current_setting('app.viewer_id', true), '') as id,
    coalesce(current_setting('app.viewer_company', true), '') as company`);
  return rows[0];
}

const settingsIn = (tx: Tx) => settings((text) => sql.raw(text).execute(tx));
const settingsOutside = () => settings((text) => database.pool.query(text));

test('`as` runs with the restricted role and viewer, only for that work', async () => {
  const before = await settingsOutside();
  const profileId = randomUUID();
  const companyId = randomUUID();
  const shareLinkId = randomUUID();
  const app = { role: 'overfly_app', id: '', company: '' };

  expect(await database.as({ kind: 'anonymous' }, settingsIn)).toEqual({
    ...app,
    kind: 'anonymous',
  });
  expect(await database.as(SYSTEM, settingsIn)).toEqual({ ...app, kind: 'system' });
  expect(await database.as({ kind: 'share', shareLinkId }, settingsIn)).toEqual({
    ...app,
    kind: 'share',
    id: shareLinkId,
  });
  expect(await database.as({ kind: 'client', profileId, companyId }, settingsIn)).toEqual({
    ...app,
    kind: 'client',
    id: profileId,
    company: companyId,
  });
  expect(await database.as({ kind: 'staff', profileId, role: 'admin' }, settingsIn)).toEqual({
    ...app,
    kind: 'staff',
    id: profileId,
  });

  expect(before).toMatchObject({ kind: '', id: '', company: '' });
  expect(await settingsOutside()).toEqual(before);
  await expect(
    database.as(SYSTEM, async (tx) => sql`select 1 from nowhere`.execute(tx)),
  ).rejects.toThrow('nowhere');
  expect(await settingsOutside()).toEqual(before);
});

test('concurrent viewers do not mix', async () => {
  const ids = Array.from({ length: 30 }, () => randomUUID());
  const seen = await Promise.all(
    ids.map((profileId) => database.as({ kind: 'client', profileId, companyId: null }, settingsIn)),
  );
  expect(seen.map((it) => (it as { id: string }).id)).toEqual(ids);
});

test('`ask` runs one query as its viewer and leaves no settings behind', async () => {
  const before = await settingsOutside();
  const profileId = randomUUID();
  const viewer: Viewer = { kind: 'client', profileId, companyId: null };
  expect(await database.ask(viewer, settingsIn)).toMatchObject({
    role: 'overfly_app',
    kind: 'client',
    id: profileId,
  });
  expect(await settingsOutside()).toEqual(before);
  await database.ask(SYSTEM, (tx) => addCompany(tx, 'ASKED'));
  await expect(
    database.ask(SYSTEM, (tx) => sql`select 1 from nowhere`.execute(tx)),
  ).rejects.toThrow('nowhere');
  expect(await companyCodes()).toEqual(['ASKED']);
  expect(await settingsOutside()).toEqual(before);
});

test('`ask` refuses a second query before it reaches the database', async () => {
  const work = database.ask({ kind: 'anonymous' }, async (tx) => {
    await settingsIn(tx);
    return addCompany(tx, 'SECOND');
  });
  await expect(work).rejects.toThrow('ask() takes one query');
  expect(await companyCodes()).toEqual([]);
});

test('work that resolves is committed, work that rejects is rolled back', async () => {
  const company = await database.as(SYSTEM, (tx) => addCompany(tx, 'KEPT'));
  expect(company.createdAt).toBeInstanceOf(Date);
  const failure = new Error('changed my mind');
  const work = database.as(SYSTEM, async (tx) => {
    await addCompany(tx, 'GONE');
    throw failure;
  });
  await expect(work).rejects.toBe(failure);
  expect(await companyCodes()).toEqual(['KEPT']);
});

test('a database error keeps its code and constraint', async () => {
  const work = database.as(SYSTEM, async (tx) => {
    await addCompany(tx, 'TWICE');
    await addCompany(tx, 'TWICE');
  });
  await expect(work).rejects.toMatchObject({
    code: '23505',
    constraint: 'companies_company_code_key',
  });
});

test('an ignored failed statement still makes the transaction fail', async () => {
  const work = database.as(SYSTEM, async (tx) => {
    await addCompany(tx, 'LOST');
    await sql`select 1 / 0`.execute(tx).catch(() => null);
  });
  await expect(work).rejects.toThrow('it was rolled back');
  expect(await companyCodes()).toEqual([]);
});

test.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
])('work that failed with %s is retried once', async (_what, code) => {
  const giveUp = (tx: Tx) =>
    sql.raw(`do $$ begin raise exception 'given up' using errcode = '${code}'; end $$`).execute(tx);
  const seen: string[] = [];
  let tries = 0;
  const work = (failures: number) =>
    database.as(SYSTEM, async (tx) => {
      afterCommit(tx, () => void seen.push('committed'));
      await addCompany(tx, 'AGAIN');
      if (++tries <= failures) await giveUp(tx);
      return tries;
    });
  expect(await work(1)).toBe(2);
  expect(await companyCodes()).toEqual(['AGAIN']);
  expect(seen).toEqual(['committed']);
  await database.owner.deleteFrom('companies').execute();
  tries = 0;
  await expect(work(9)).rejects.toMatchObject({ code });
  expect(tries).toBe(2);
});

test('afterCommit callbacks run after the commit, in order, with database access', async () => {
  const seen: unknown[] = [];
  await database.as(SYSTEM, async (tx) => {
    afterCommit(tx, async () => void seen.push(await companyCodes()));
    afterCommit(tx, () => {
      throw new Error('does not undo anything');
    });
    afterCommit(tx, () => database.as(SYSTEM, async () => void seen.push('last')));
    await addCompany(tx, 'DONE');
    seen.push('work');
  });
  expect(seen).toEqual(['work', ['DONE'], 'last']);
});

test('afterCommit callbacks do not run after a rollback', async () => {
  const seen: string[] = [];
  const thrown = database.as(SYSTEM, async (tx) => {
    afterCommit(tx, () => void seen.push('ran'));
    throw new Error('stop');
  });
  await expect(thrown).rejects.toThrow('stop');
  const aborted = database.as(SYSTEM, async (tx) => {
    afterCommit(tx, () => void seen.push('ran'));
    await sql`select 1 / 0`.execute(tx).catch(() => null);
  });
  await expect(aborted).rejects.toThrow('it was rolled back');
  expect(seen).toEqual([]);
});

test('a nested connection is refused instead of waiting forever', async () => {
  const nested: (() => Promise<unknown>)[] = [
    () => database.as(SYSTEM, async () => null),
    () => database.owner.selectFrom('companies').selectAll().execute(),
    async () => database.pool.query('select 1'),
  ];
  for (const inner of nested) {
    await expect(database.as(SYSTEM, async () => inner())).rejects.toThrow(
      'A second connection was requested inside database.as()',
    );
  }
  expect(await database.state()).toMatchObject({ ok: true });
});

test('a tx cannot be used after its transaction, nor start another', async () => {
  let kept: Tx | undefined;
  await database.as(SYSTEM, async (tx) => {
    kept = tx;
    expect(() => tx.transaction()).toThrow('transaction');
  });
  await expect(kept?.selectFrom('companies').selectAll().execute()).rejects.toThrow(
    'A tx was used after its transaction had ended.',
  );
});

test("viewerOf returns a tx's viewer and rejects other handles", async () => {
  const viewer: Viewer = { kind: 'staff', profileId: randomUUID(), role: 'operator' };
  expect(await database.as(viewer, async (tx) => viewerOf(tx))).toEqual(viewer);
  expect(() => viewerOf(database.owner)).toThrow('not a tx');
});

test('queries of one transaction can run concurrently', async () => {
  const codes = await database.as(SYSTEM, async (tx) => {
    const made = await Promise.all(['A1', 'B1', 'C1', 'D1'].map((code) => addCompany(tx, code)));
    return made.map(({ companyCode }) => companyCode);
  });
  expect(codes).toEqual(['A1', 'B1', 'C1', 'D1']);
  expect(await companyCodes()).toEqual(codes);
});

test('values have the generated types', async () => {
  const row = await database.as(SYSTEM, async (tx) => {
    const { id } = await addCompany(tx, 'TYPES');
    await tx
      .insertInto('projects')
      .values({
        companyId: id,
        name: 'Bridge',
        startDate: '2026-02-28',
        latitude: 50.5,
        longitude: 7,
      })
      .execute();
    return tx
      .selectFrom('companies')
      .select((eb) => [
        'companyCode',
        'createdAt',
        eb.fn.countAll<number>().over().as('howMany'),
        sql<number[]>`array[1, 9007199254740991]::int8[]`.as('bigNumbers'),
        sql<string>`'2026-03-29 02:30:00'::timestamp`.as('wallClock'),
        sql`'{"snake_key": 1}'::jsonb`.as('storedJson'),
        jsonArrayFrom(
          eb
            .selectFrom('projects')
            .select(['projects.name', 'projects.startDate', 'projects.latitude']),
        ).as('projectList'),
      ])
      .where('companies.id', '=', id)
      .executeTakeFirstOrThrow();
  });
  expect(row).toEqual({
    companyCode: 'TYPES',
    createdAt: expect.any(Date),
    howMany: 1,
    bigNumbers: [1, 9007199254740991],
    wallClock: '2026-03-29 02:30:00',
    storedJson: { snake_key: 1 },
    projectList: [{ name: 'Bridge', startDate: '2026-02-28', latitude: 50.5 }],
  });
});

test('an update reports the number of changed rows', async () => {
  const { numUpdatedRows } = await database.as(SYSTEM, async (tx) => {
    await addCompany(tx, 'ONE');
    await addCompany(tx, 'TWO');
    return tx.updateTable('companies').set({ isActive: false }).executeTakeFirstOrThrow();
  });
  expect(numUpdatedRows).toBe(2n);
});

test('a connection limits its prepared statements and keeps the latest', async () => {
  resetNames();
  const [rounds, each] = [60, 5];
  for (let round = 0; round < rounds; round++) {
    await database.as(SYSTEM, async (tx) => {
      for (let turn = 0; turn < 3 * each; turn++) {
        await sql.raw(`select ${round * each + (turn % each)} as endless`).execute(tx);
      }
    });
  }
  const kept = `select statement from pg_prepared_statements where statement like '%as endless'`;
  const statements = (await database.pool.query<{ statement: string }>(kept)).rows;
  expect(statements.length).toBeLessThanOrEqual(256);
  expect(statements).toContainEqual({ statement: `select ${rounds * each - 1} as endless` });
});

test('a repeated statement is prepared once and survives a table change', async () => {
  // Earlier tests may have used all names.
  resetNames();
  const look = () =>
    database.as(SYSTEM, (tx) => tx.selectFrom('formSubmissions').selectAll().execute());
  for (let time = 0; time < 6; time++) expect(await look()).toEqual([]);
  const prepared = `select count(*) as n from pg_prepared_statements where statement like '%form_submissions%'`;
  // Sequential queries use the same connection of the pool.
  expect((await database.pool.query(prepared)).rows).toEqual([{ n: 1 }]);

  await database.pool.query('alter table form_submissions add column later text');
  await expect(look()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  for (let time = 0; time < 6; time++) expect(await look()).toEqual([]);
  await database.pool.query('alter table form_submissions drop column later');
});
