import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Site, runSite } from '#test/site.ts';
import { testDatabaseKind } from '#test/database.ts';
import { makePerson, signInAs } from '#test/factories.ts';
import { waitUntilBlocked } from '#test/row-locks.ts';
import type { Database } from '../../db/database.ts';
import { findSession } from './session.ts';
import type { Auth } from '../auth.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const IDLE_MS = 14 * DAY_MS;
const MIGRATION = join(
  import.meta.dirname,
  '../../../../db/migrations/20261120T2325-let-sessions-outlive-an-hour.sql',
);
const site = runSite();
let db: Database;
let auth: Auth;
let clock: Site['clock'];

beforeAll(async () => {
  ({ clock } = site);
  ({ db, auth } = site.ctx);
});

async function person() {
  const { id, email } = await makePerson(site.ctx, 'admin');
  await db.as({ kind: 'system' }, (tx) => auth.sessions.endAll(tx, id, null));
  const signIn = async () => (await signInAs(site.ctx, email)).replace(/^.*=/, '');
  return { id, signIn };
}

const find = (token: string) => findSession(db, token, clock.now());

describe('a session', () => {
  test('outlasts its hour and ends after 14 days without renewal', async () => {
    const token = await (await person()).signIn();
    clock.advance(HOUR_MS);
    expect(await find(token)).toMatchObject({ needsRefresh: true });
    clock.advance(IDLE_MS - HOUR_MS - 1);
    expect(await find(token)).toMatchObject({ needsRefresh: true });
    clock.advance(1);
    expect(await find(token)).toBeNull();
    await expect(auth.refresh(token)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  test('is not extended by activity', async () => {
    const token = await (await person()).signIn();
    for (let day = 0; day < 13; day++) {
      clock.advance(DAY_MS);
      const session = await find(token);
      await auth.sessions.noteSeen(session?.sessionId ?? '');
    }
    clock.advance(DAY_MS);
    expect(await find(token)).toBeNull();
  });
});

describe('renewing a session', () => {
  test('works until the session ends, and once for two requests at the same moment', async () => {
    const token = await (await person()).signIn();
    clock.advance(IDLE_MS - 1);
    const [one, two] = await Promise.all([auth.refresh(token), auth.refresh(token)]);
    expect(two).toEqual(one);
    clock.advance(IDLE_MS - 1);
    expect(await find(one.token)).not.toBeNull();
  });

  test('ends the session when a copy of the old secret is used again', async () => {
    const copied = await (await person()).signIn();
    clock.advance(10 * DAY_MS);
    const renewed = await auth.refresh(copied);
    expect(await find(renewed.token)).not.toBeNull();
    clock.advance(10_001);
    await expect(auth.refresh(copied)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(await find(renewed.token)).toBeNull();
  });

  // The embedded database has only one connection.
  test.each(testDatabaseKind() === 'server' ? ['a server'] : [])(
    'does not bring back a session that is being ended, on %s',
    async () => {
      const { id, signIn } = await person();
      const token = await signIn();
      const other = await db.pool.connect();
      await other.query('begin');
      await other.query('delete from auth.sessions where user_id = $1', [id]);
      const renewal = auth.refresh(token);
      renewal.catch(() => {});
      await waitUntilBlocked(db);
      await other.query('commit');
      other.release();
      await expect(renewal).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
      const { rows } = await db.pool.query('select id from auth.sessions where user_id = $1', [id]);
      expect(rows).toEqual([]);
    },
  );
});

describe('the sweep', () => {
  const count = async (text: string, id: string) =>
    (await db.pool.query<{ n: number }>(text, [id])).rows[0]?.n;

  test('removes only expired sessions', async () => {
    const { id, signIn } = await person();
    const sessions = 'select count(*)::int as n from auth.sessions where user_id = $1';
    await signIn();
    clock.advance(1);
    const token = await signIn();
    clock.advance(IDLE_MS - 1);
    await auth.sessions.sweep();
    expect(await count(sessions, id)).toBe(1);
    expect(await find(token)).not.toBeNull();
    clock.advance(1);
    await auth.sessions.sweep();
    expect(await count(sessions, id)).toBe(0);
  });

  test('removes old secrets that no browser sends anymore', async () => {
    const token = await (await person()).signIn();
    const id = (await find(token))?.sessionId ?? '';
    const past = 'select count(*)::int as n from auth.rotated_tokens where session_id = $1';
    const second = await auth.refresh(token);
    await find(second.token);
    clock.advance(IDLE_MS - 1);
    const third = await auth.refresh(second.token);
    await auth.sessions.sweep();
    expect(await count(past, id)).toBe(2);
    clock.advance(1);
    await auth.sessions.sweep();
    expect(await count(past, id)).toBe(1);
    expect(await find(token)).toBeNull();
    expect(await find(third.token)).not.toBeNull();
  });
});

test('the migration extends active sessions from their last renewal and drops expired ones', async () => {
  const { id } = await person();
  const insert = (name: string, renewedMinutesAgo: number) =>
    db.pool.query(
      `insert into auth.sessions (user_id, token, created_at, updated_at, expires_at)
       select $1, $2, now() - interval '1 day', renewed, renewed + interval '1 hour'
       from (select now() - make_interval(mins => $3) as renewed) as at`,
      [id, name, renewedMinutesAgo],
    );
  await insert('lasting', 50);
  await insert('over', 61);
  await db.pool.query('drop index auth.rotated_tokens_not_superseded');
  await db.pool.query(await readFile(MIGRATION, 'utf8'));
  const { rows } = await db.pool.query(
    `select token, expires_at - updated_at = interval '14 days' as is_long
     from auth.sessions where user_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ token: 'lasting', is_long: true }]);
});
