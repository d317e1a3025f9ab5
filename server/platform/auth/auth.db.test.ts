import type * as Argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { createTestClock } from '#test/clock.ts';
import { MIN_PASSWORD_COST, testConfig } from '#test/config.ts';
import { openTestDatabase, testDatabaseKind } from '#test/database.ts';
import { waitUntilBlocked } from '#test/row-locks.ts';
import type { Database } from '../db/database.ts';
import { findSession, findSessionById } from './sessions/session.ts';
import { createAuth, type Auth } from './auth.ts';

const argon2 = vi.hoisted(() => ({ calls: [] as string[] }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  const hash: typeof real.hash = (...args) => {
    argon2.calls.push(`hash ${JSON.stringify(args[1])}`);
    return real.hash(...args);
  };
  const verify: typeof real.verify = (hashed, ...args) => {
    argon2.calls.push(`verify ${String(hashed).split('$', 4).join('$')}`);
    return real.verify(hashed, ...args);
  };
  return { ...real, hash, verify };
});

const PASSWORD = 'correct horse battery';
const HOUR_MS = 3_600_000;
const IDLE_MS = 14 * 24 * HOUR_MS;
const clock = createTestClock();
let db: Database;
let auth: Auth;
let counter = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  auth = await createAuth(db, testConfig('/nowhere'), clock.now, MIN_PASSWORD_COST);
});
afterAll(() => db.close());

async function makeAccount(email: string, password: string) {
  const account = { email, emailVerified: true };
  const passwordHash = await auth.hashPassword(password);
  return db.as({ kind: 'system' }, (tx) => auth.createAccount(tx, { ...account, passwordHash }));
}

async function person(changes: { isActive?: boolean; withProfile?: boolean } = {}) {
  const email = `person${++counter}@overfly.example`;
  const { id } = await makeAccount(email, PASSWORD);
  if (changes.withProfile !== false) {
    await db.pool.query(
      "insert into profiles (id, role, email, is_active) values ($1, 'admin', $2, $3)",
      [id, email, changes.isActive ?? true],
    );
  }
  const signIn = (password = PASSWORD) =>
    auth.signIn({ email, password, ipAddress: '192.0.2.7', userAgent: 'Browser/1.0' });
  return { id, email, signIn };
}

const find = (token: string) => findSession(db, token, clock.now());

async function everythingKept(): Promise<string> {
  const { rows } = await db.pool.query<{ row: string }>(`
    select u::text as row from auth.users u union all select s::text from auth.sessions s
    union all select r::text from auth.rotated_tokens r`);
  return rows.map(({ row }) => row).join('\n');
}

describe('signing in', () => {
  test('creates a session with the person, address and browser', async () => {
    const { id, email, signIn } = await person();
    const { token, endsAt } = await signIn();
    expect(endsAt).toEqual(new Date(clock.now().getTime() + IDLE_MS));
    const session = await find(token);
    expect(session).toMatchObject({
      renewAt: new Date(clock.now().getTime() + HOUR_MS),
      endsAt,
      needsRefresh: false,
      user: { id, email, role: 'admin' },
    });
    const { rows } = await db.pool.query(
      'select ip_address, user_agent from auth.sessions where user_id = $1',
      [id],
    );
    expect(rows).toEqual([{ ip_address: '192.0.2.7', user_agent: 'Browser/1.0' }]);
  });

  test.each([
    ['a wrong password', async () => (await person()).signIn('not the password')],
    ['a deactivated person', async () => (await person({ isActive: false })).signIn()],
    ['an account without a profile', async () => (await person({ withProfile: false })).signIn()],
    [
      'an unknown address',
      () =>
        auth.signIn({
          email: 'nobody@overfly.example',
          password: PASSWORD,
          ipAddress: null,
          userAgent: null,
        }),
    ],
  ])('rejects %s with the same error, without creating a session', async (_what, attempt) => {
    const before = await db.pool.query('select count(*) from auth.sessions');
    await expect(attempt()).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      message: ERRORS.INVALID_CREDENTIALS[1],
      status: 401,
    });
    expect((await db.pool.query('select count(*) from auth.sessions')).rows).toEqual(before.rows);
  });

  test('does the same slow work for known and unknown addresses', async () => {
    const known = await person();
    const deactivated = await person({ isActive: false });
    const work = async (attempt: () => Promise<unknown>) => {
      const before = argon2.calls.length;
      await expect(attempt()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
      return argon2.calls.slice(before);
    };
    const unknown = () =>
      auth.signIn({
        email: 'nobody@overfly.example',
        password: 'wrong',
        ipAddress: null,
        userAgent: null,
      });
    const once = ['verify $argon2id$v=19$m=8,t=1,p=1'];
    expect(await work(unknown)).toEqual(once);
    expect(await work(() => known.signIn('wrong'))).toEqual(once);
    expect(await work(() => deactivated.signIn('wrong'))).toEqual(once);
  });

  test('is refused after ten guesses, even with the right password', async () => {
    const { signIn } = await person();
    for (let n = 0; n < 10; n++)
      await expect(signIn('a guess')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await expect(signIn('a guess')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(signIn()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('is refused to a deactivated person, and so is confirming the password', async () => {
    const { id, email, signIn } = await person();
    const confirm = () => auth.confirmPassword(`occasion ${id}`, { email, password: PASSWORD });
    expect(await confirm()).toMatch(/^\$argon2id\$/);
    await db.pool.query('update profiles set is_active = false where id = $1', [id]);
    await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await expect(confirm()).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  });

  test('accepts a password of the maximum length', async () => {
    const email = 'long@overfly.example';
    const password = 'p'.repeat(200);
    const { id } = await makeAccount(email, password);
    await db.pool.query("insert into profiles (id, role, email) values ($1, 'admin', $2)", [
      id,
      email,
    ]);
    const attempt = auth.signIn({ email, password, ipAddress: null, userAgent: null });
    await expect(attempt).resolves.toHaveProperty('token');
  });
});

describe('a session', () => {
  test('needs a refresh when less than 90 seconds are left', async () => {
    const { token } = await (await person()).signIn();
    clock.advance(HOUR_MS - 90_000);
    expect(await find(token)).toMatchObject({ needsRefresh: false });
    clock.advance(1);
    expect(await find(token)).toMatchObject({ needsRefresh: true });
  });

  test('stores no secret in plain text, current or replaced', async () => {
    const { signIn } = await person();
    const { token } = await signIn();
    const renewed = await auth.refresh(token);
    const kept = await everythingKept();
    expect(kept).toContain((await find(renewed.token))?.sessionId);
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(renewed.token);
    expect(kept).not.toContain(PASSWORD);
  });

  test('cannot be opened with the stored hash', async () => {
    const { id, signIn } = await person();
    await signIn();
    const { rows } = await db.pool.query<{ token: string }>(
      'select token from auth.sessions where user_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    for (const { token } of rows) expect(await find(token)).toBeNull();
  });

  test('ends when the person is deactivated', async () => {
    const { id, signIn } = await person();
    const { token } = await signIn();
    const { sessionId } = (await find(token)) ?? {};
    const byId = () => findSessionById(db, sessionId ?? '', clock.now());
    expect(await byId()).toMatchObject({ user: { id } });
    await db.pool.query('update profiles set is_active = false where id = $1', [id]);
    expect([await find(token), await byId()]).toEqual([null, null]);
    await expect(auth.refresh(token)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  test('ends on signing out, which can be repeated', async () => {
    const { signIn } = await person();
    const [ended, other] = [await signIn(), await signIn()];
    await auth.signOut(ended.token);
    await auth.signOut(ended.token);
    expect(await find(ended.token)).toBeNull();
    expect(await find(other.token)).not.toBeNull();
  });

  test('ends on signing out in a tab with an older secret', async () => {
    const { token } = await (await person()).signIn();
    const renewed = await auth.refresh(token);
    await auth.signOut(token);
    expect(await find(renewed.token)).toBeNull();
  });

  // The embedded database has only one connection.
  test.each(testDatabaseKind() === 'server' ? ['a server'] : [])(
    'ends on signing out while another tab renews, on %s',
    async () => {
      const { id, signIn } = await person();
      const { token } = await signIn();
      const other = await db.pool.connect();
      await other.query('begin');
      await other.query('select from auth.sessions where user_id = $1 for update', [id]);
      const renewal = auth.refresh(token);
      await waitUntilBlocked(db);
      const signingOut = auth.signOut(token);
      await waitUntilBlocked(db, 2);
      await other.query('commit');
      other.release();
      await signingOut;
      expect(await find((await renewal).token)).toBeNull();
    },
  );

  test('ends together with all others of the person', async () => {
    const [one, two] = [await person(), await person()];
    const sessions = [await one.signIn(), await one.signIn()];
    const others = await two.signIn();
    await db.as({ kind: 'system' }, (tx) => auth.sessions.endAll(tx, one.id, null));
    for (const { token } of sessions) expect(await find(token)).toBeNull();
    expect(await find(others.token)).not.toBeNull();
  });
});

describe('renewing a session', () => {
  test('returns a new secret and restarts the lifetime', async () => {
    const { token } = await (await person()).signIn();
    clock.advance(HOUR_MS - 60_000);
    const renewed = await auth.refresh(token);
    expect(renewed.token).not.toBe(token);
    expect(renewed.endsAt).toEqual(new Date(clock.now().getTime() + IDLE_MS));
    expect(await find(renewed.token)).toMatchObject({
      renewAt: new Date(clock.now().getTime() + HOUR_MS),
      endsAt: renewed.endsAt,
      needsRefresh: false,
    });
  });

  test("keeps the old secret valid for ten seconds after the new one's first use", async () => {
    const { token } = await (await person()).signIn();
    const renewed = await auth.refresh(token);
    clock.advance(60_000);
    const session = await find(renewed.token);
    clock.advance(9000);
    expect(await find(renewed.token)).not.toBeNull();
    clock.advance(1000);
    expect((await find(token))?.sessionId).toBe(session?.sessionId);
    clock.advance(1);
    expect(await find(token)).toBeNull();
  });

  test('keeps the person signed in if the response is lost', async () => {
    const { token } = await (await person()).signIn();
    const lost = await auth.refresh(token);
    clock.advance(HOUR_MS / 2);
    expect(await find(token)).not.toBeNull();
    expect(await auth.refresh(token)).toEqual(lost);
    expect(await find(lost.token)).not.toBeNull();
  });

  test('returns the same secret to two tabs at once', async () => {
    const { token } = await (await person()).signIn();
    const [one, two] = await Promise.all([auth.refresh(token), auth.refresh(token)]);
    expect(two).toEqual(one);
    clock.advance(10_000);
    expect(await auth.refresh(token)).toEqual(one);
    expect(await find(one.token)).not.toBeNull();
  });

  test('returns the newest secret to a tab two renewals behind', async () => {
    const { token } = await (await person()).signIn();
    const second = await auth.refresh((await auth.refresh(token)).token);
    expect(await auth.refresh(token)).toEqual(second);
  });

  test.each([
    ['a page', (token: string) => find(token).then((session) => expect(session).toBeNull())],
    [
      'a renewal',
      (token: string) =>
        expect(auth.refresh(token)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' }),
    ],
  ])('ends the session when %s uses the old secret after that', async (_what, reuse) => {
    const { signIn } = await person();
    const [{ token }, untouched] = [await signIn(), await signIn()];
    const renewed = await auth.refresh(token);
    expect(await find(renewed.token)).not.toBeNull();
    clock.advance(10_001);
    await reuse(token);
    expect(await find(renewed.token)).toBeNull();
    expect(await find(untouched.token)).not.toBeNull();
  });

  test('ends the session for a secret from many renewals ago', async () => {
    const { token } = await (await person()).signIn();
    let newest = token;
    for (let n = 0; n < 5; n++) newest = (await auth.refresh(newest)).token;
    clock.advance(10_001);
    expect(await find(token)).toBeNull();
    expect(await find(newest)).toBeNull();
  });

  test('rejects an invalid secret', async () => {
    await expect(auth.refresh('0'.repeat(64))).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await expect(auth.refresh('')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  test("does not change the session's id", async () => {
    const { token } = await (await person()).signIn();
    const id = (await find(token))?.sessionId ?? '';
    const renewed = await auth.refresh(token);
    clock.advance(10_001);
    expect(await findSessionById(db, id, clock.now())).toMatchObject({
      endsAt: renewed.endsAt,
    });
    await auth.signOut(renewed.token);
    expect(await findSessionById(db, id, clock.now())).toBeNull();
  });
});

describe('creating an account', () => {
  test('is rolled back with its transaction', async () => {
    const account = { email: 'undone@overfly.example', emailVerified: true };
    const passwordHash = await auth.hashPassword(PASSWORD);
    const made = db.as({ kind: 'system' }, async (tx) => {
      await auth.createAccount(tx, { ...account, passwordHash });
      throw new Error('something else failed');
    });
    await expect(made).rejects.toThrow('something else failed');
    expect(await everythingKept()).not.toContain(account.email);
  });

  test('does not change an existing account', async () => {
    const { id, email, signIn } = await person();
    await expect(makeAccount(email, 'another password')).rejects.toMatchObject({
      code: 'ALREADY_REGISTERED',
      message: ERRORS.ALREADY_REGISTERED[1],
    });
    expect(await find((await signIn()).token)).toMatchObject({ user: { id } });
  });

  test('hashes the password with salted argon2id at the recommended cost', async () => {
    const { hashPassword } = await createAuth(db, testConfig('/nowhere'), clock.now);
    const hashes = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
