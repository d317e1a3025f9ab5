import { afterEach, expect, test } from 'vitest';
import { openEmbeddedCopy, testLog } from '#test/database.ts';
import { createDatabase, openServer, type Database } from './database.ts';

const SYSTEM = { kind: 'system' } as const;
const UNAVAILABLE = { code: 'DATABASE_UNAVAILABLE', status: 503 };

let database: Database;

afterEach(() => database.close().catch(() => {}));

test('an unreachable server makes queries unavailable', async () => {
  database = openServer('postgres://overfly@127.0.0.1:1/none', testLog);
  await expect(database.as(SYSTEM, async () => null)).rejects.toMatchObject(UNAVAILABLE);
  const asOwner = database.owner.selectFrom('companies').selectAll().execute();
  await expect(asOwner).rejects.toMatchObject(UNAVAILABLE);
  expect(await database.state()).toMatchObject({ ok: false, detail: 'cannot be reached' });
});

test('a closed embedded database makes queries unavailable', async () => {
  const embedded = await openEmbeddedCopy();
  database = createDatabase('embedded', embedded, testLog);
  await database.close();
  await expect(database.as(SYSTEM, async () => null)).rejects.toMatchObject(UNAVAILABLE);
  expect(await database.state()).toMatchObject({ ok: false, detail: 'cannot be reached' });
});
