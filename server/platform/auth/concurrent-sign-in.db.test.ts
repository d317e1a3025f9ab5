import type * as Argon2 from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestClock } from '#test/clock.ts';
import { MIN_PASSWORD_COST, testConfig } from '#test/config.ts';
import { openTestDatabase, testDatabaseKind } from '#test/database.ts';
import { waitUntilBlocked } from '#test/row-locks.ts';
import type { Database } from '../db/database.ts';
import { createAuth, type Auth } from './auth.ts';

/** Runs while a password is being checked. */
const elsewhere = vi.hoisted(() => ({ meanwhile: async () => {} }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  return {
    ...real,
    async verify(...args: Parameters<typeof real.verify>) {
      const isRight = await real.verify(...args);
      await elsewhere.meanwhile();
      return isRight;
    },
  };
});

const SYSTEM = { kind: 'system' } as const;
const PASSWORD = 'correct horse battery';
let db: Database;
let auth: Auth;
let counter = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  auth = await createAuth(db, testConfig('/nowhere'), createTestClock().now, MIN_PASSWORD_COST);
});
afterAll(() => db.close());

async function person() {
  const email = `person${++counter}@overfly.example`;
  const passwordHash = await auth.hashPassword(PASSWORD);
  const account = { email, emailVerified: true, passwordHash };
  const { id } = await db.as(SYSTEM, (tx) => auth.createAccount(tx, account));
  const profile = "insert into profiles (id, role, email) values ($1, 'project_manager', $2)";
  await db.pool.query(profile, [id, email]);
  const origin = { ipAddress: '192.0.2.7', userAgent: 'Browser/1.0' };
  return { id, signIn: () => auth.signIn({ email, password: PASSWORD, ...origin }) };
}

describe('a sign-in in progress', () => {
  const changes = {
    async 'a password change'(id: string) {
      const passwordHash = await auth.hashPassword('another password');
      await db.as(SYSTEM, async (tx) => {
        await auth.setPassword(tx, id, passwordHash);
        await auth.sessions.endAll(tx, id, null);
        await auth.tokens.drop(tx, id);
      });
    },
    async 'a deactivation'(id: string) {
      await db.pool.query('update profiles set is_active = false where id = $1', [id]);
      await db.as(SYSTEM, (tx) => auth.sessions.endAll(tx, id, null));
    },
  };
  const kept = async (id: string) => {
    const text = `select id::text from auth.sessions where user_id = $1
      union all select token from auth.one_time_tokens where user_id = $1`;
    return (await db.pool.query(text, [id])).rows;
  };
  const withSecondFactor = async () => {
    const { id, signIn } = await person();
    const codes = await db.as(SYSTEM, async (tx) => {
      await auth.secondFactor.begin(tx, { id, email: 'x@overfly.example' });
      return auth.secondFactor.renewCodes(tx, id);
    });
    await db.pool.query('update auth.users set has_second_factor = true where id = $1', [id]);
    return { id, signIn, code: codes[0] ?? '' };
  };

  afterEach(() => {
    elsewhere.meanwhile = async () => {};
    vi.restoreAllMocks();
  });

  describe.each(Object.entries(changes))('fails after %s', (_what, change) => {
    test('during the password check', async () => {
      const { id, signIn } = await person();
      elsewhere.meanwhile = () => change(id);
      await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
      expect(await kept(id)).toEqual([]);
    });

    test('during the password check, before asking for a code', async () => {
      const { id, signIn } = await withSecondFactor();
      elsewhere.meanwhile = () => change(id);
      await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
      expect(await kept(id)).toEqual([]);
    });

    test('before the code is checked', async () => {
      const { id, signIn, code } = await withSecondFactor();
      const { token } = await signIn();
      vi.spyOn(auth.limits, 'code').mockImplementation(async () => {
        await change(id);
        return { succeeded: async () => {}, takeBack: async () => {} };
      });
      const finished = auth.finishSignIn({ token, code, ipAddress: null, userAgent: null });
      const refusal = expect.stringMatching(/^(INVALID_CREDENTIALS|SIGN_IN_TOOK_TOO_LONG)$/);
      await expect(finished).rejects.toMatchObject({ code: refusal });
      expect(await auth.sessions.list(id)).toEqual([]);
    });
  });

  // The embedded database has only one connection.
  test.each(testDatabaseKind() === 'server' ? ['a server'] : [])(
    'waits for an uncommitted password change, on %s',
    async () => {
      const { id, signIn } = await person();
      const other = await db.pool.connect();
      await other.query('begin');
      const set = "update auth.users set password_hash = 'another' where id = $1";
      elsewhere.meanwhile = async () => void (await other.query(set, [id]));
      const attempt = signIn();
      attempt.catch(() => {});
      await waitUntilBlocked(db);
      await other.query('commit');
      other.release();
      await expect(attempt).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
      expect(await kept(id)).toEqual([]);
    },
  );
});
