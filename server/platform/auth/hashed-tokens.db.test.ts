import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock } from '#test/clock.ts';
import { testConfig } from '#test/config.ts';
import { openTestDatabase } from '#test/database.ts';
import type { Database } from '../db/database.ts';
import { hashToken } from '../http/session.ts';
import { createLibrary } from './library.ts';

let db: Database;
let sessions: Awaited<ReturnType<typeof createLibrary>['$context']>['internalAdapter'];
const PERSON = '11111111-1111-4111-8111-111111111111';

beforeAll(async () => {
  db = await openTestDatabase();
  sessions = (await createLibrary(db, testConfig('/nowhere'), createTestClock().now).$context)
    .internalAdapter;
  await db.pool.query("insert into auth.users (id, name, email) values ($1, 'A', 'a@b.example')", [
    PERSON,
  ]);
  await db.pool.query(
    "insert into profiles (id, role, email) values ($1, 'admin', 'a@b.example')",
    [PERSON],
  );
});
afterAll(() => db.close());

const open = async () => (await sessions.createSession(PERSON)).token;
const keptTokens = async () => {
  const { rows } = await db.pool.query<{ token: string }>('select token from auth.sessions');
  return rows.map((row) => row.token);
};

test('the library gets the secret of a session it opens, the database its hash', async () => {
  const token = await open();
  expect(await keptTokens()).toContain(hashToken(token));
  expect(await keptTokens()).not.toContain(token);
});

test('the library finds a session by its secret, and with its secret', async () => {
  const token = await open();
  expect(await sessions.findSession(token)).toMatchObject({
    session: { token, userId: PERSON },
    user: { email: 'a@b.example' },
  });
  expect(await sessions.findSession('another')).toBeNull();
});

test('the library finds several sessions by their secrets', async () => {
  const tokens = [await open(), await open()];
  const found = await sessions.findSessions([...tokens, 'another']);
  expect(found.map(({ session }) => session.token).sort()).toEqual([...tokens].sort());
});

test('nobody finds a session by the hash that the database keeps', async () => {
  const token = await open();
  expect(await sessions.findSession(hashToken(token))).toBeNull();
});

test('the library changes a session by its secret, which stays a hash', async () => {
  const token = await open();
  const expiresAt = new Date('2030-01-01T00:00:00Z');
  expect(await sessions.updateSession(token, { expiresAt })).toMatchObject({ token, expiresAt });
  expect(await sessions.findSession(token)).toMatchObject({ session: { expiresAt } });
  expect(await keptTokens()).toContain(hashToken(token));
});

test('the library ends one session, several, and all of a person', async () => {
  const [one, two, three, four] = [await open(), await open(), await open(), await open()];
  await sessions.deleteSession(one);
  expect(await sessions.findSession(one)).toBeNull();
  await sessions.deleteSessions([two, three]);
  expect(await sessions.findSession(two)).toBeNull();
  expect(await sessions.findSession(three)).toBeNull();
  expect(await sessions.findSession(four)).not.toBeNull();
  await sessions.deleteUserSessions(PERSON);
  expect(await keptTokens()).toEqual([]);
});

test('sessions found by their person carry no secret', async () => {
  const token = await open();
  const listed = await sessions.listSessions(PERSON);
  expect(listed.map((session) => session.token)).toEqual([hashToken(token)]);
});
