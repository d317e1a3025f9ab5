import { beforeAll, describe, expect, test } from 'vitest';
import { inviteAdmin } from '#server/people/invitations/service.ts';
import { createAuth } from '#server/platform/auth/auth.ts';
import { accountActions, cookieIn, type Answer } from '#test/accounts.ts';
import { appCode } from '#test/authenticator.ts';
import { makePerson, PASSWORD } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { registerAccountJobs } from './recover.ts';

const TOO_MANY = {
  code: 'RATE_LIMITED',
  status: 429,
  message: expect.stringMatching(
    /^Too many attempts\. Wait (\d+ minutes?|1 hour) and try again\.$/,
  ),
};
const site = runSite();
let actions: ReturnType<typeof accountActions>;
let counter = 0;

beforeAll(async () => {
  actions = accountActions(site);
  await registerAccountJobs(site.ctx);
});

/** An IP address in a new network. */
const network = () => `10.${++counter >> 8}.${counter & 255}.1`;

/** A browser at an IP address; it keeps its cookies. */
function browser(remoteAddress = network()) {
  const cookies = new Map<string, string>();
  const post = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const cookie = [...cookies.values()].join('; ');
    const answer = await site.inject({
      method: body ? 'POST' : 'DELETE',
      url: `/api${path}`,
      remoteAddress,
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
      ...(body ? { body } : {}),
    });
    for (const name of ['overfly_session', 'overfly_sign_in', 'overfly_devices']) {
      const given = cookieIn(answer, name);
      if (given) cookies.set(name, given);
    }
    return answer;
  };
  return {
    post,
    signIn: (email: string, password = PASSWORD) => post('/session', { email, password }),
    signOut: () => post('/session'),
    askFor: (email: string) => post('/accounts/recovery', { email }),
  };
}

/** Strangers from many networks guess until unknown devices get no more guesses. */
async function guessUntilBlocked(email: string) {
  const { limits } = site.ctx.auth;
  const guess = () => limits.password({ email, address: network(), device: null });
  for (;;) {
    try {
      await guess();
    } catch {
      return browser().signIn(email, 'a guess');
    }
  }
}

const person = () => makePerson(site.ctx, 'project_manager');
const answerOf = ({ statusCode, body }: Answer) => [statusCode, body];

describe("while strangers guess an account's password", () => {
  test('its owner can sign in on a known browser, even after signing out', async () => {
    const { email } = await person();
    const own = browser();
    await own.signIn(email);
    await own.signOut();
    const refused = await guessUntilBlocked(email);
    expect(refused.json()).toMatchObject(TOO_MANY);
    const answer = await own.signIn(email);
    expect([answer.statusCode, answer.json().user.email]).toEqual([200, email]);
    expect((await browser().signIn(email)).json()).toMatchObject(TOO_MANY);
  });

  test('an unknown address gets the same response as a known one', async () => {
    const { email } = await person();
    await browser().signIn(email);
    const known = await guessUntilBlocked(email);
    const unknown = await guessUntilBlocked('nobody@overfly.example');
    expect(answerOf(unknown)).toEqual(answerOf(known));
    expect([known, unknown].map(({ headers }) => headers['retry-after'])).toEqual(
      Array(2).fill('3600'),
    );
  });

  test('its owner can set a new password by link and sign in on that browser', async () => {
    const { email } = await person();
    await guessUntilBlocked(email);
    const elsewhere = browser();
    await elsewhere.askFor(email);
    const token = await actions.linkTo(email, 'recovery');
    const password = 'another crane at dawn';
    await elsewhere.post('/accounts/recovery/password', { token, password });
    expect((await elsewhere.signIn(email, password)).statusCode).toBe(200);
    expect((await browser().signIn(email, password)).statusCode).toBe(429);
  });

  test.each(['verify-email', 'change-email'] as const)(
    'its owner can sign in on a browser that opened a %s link',
    async (purpose) => {
      const { id: profileId, email } = await person();
      const { db, auth } = site.ctx;
      const token = await db.as({ kind: 'system' }, (tx) =>
        auth.tokens.issue(tx, { profileId, purpose, email }),
      );
      await guessUntilBlocked(email);
      const own = browser();
      await own.post('/accounts/verification/confirm', { token, password: PASSWORD });
      expect((await own.signIn(email)).statusCode).toBe(200);
    },
  );

  test('a newcomer can sign in on the browser that accepted the invitation', async () => {
    const email = 'newcomer@overfly.example';
    const url = await inviteAdmin(site.ctx, email);
    await guessUntilBlocked(email);
    const own = browser();
    const token = new URL(url).hash.slice(1);
    const name = { firstName: 'Nadia', lastName: 'Comer' };
    await own.post('/invitations/accept', { token, password: PASSWORD, ...name });
    expect((await own.signIn(email)).statusCode).toBe(200);
    expect((await browser().signIn(email)).statusCode).toBe(429);
  });

  test('a browser known to another account is treated as unknown', async () => {
    const [{ email }, other] = [await person(), await person()];
    const theirs = browser();
    await theirs.signIn(other.email);
    await guessUntilBlocked(email);
    expect((await theirs.signIn(email)).statusCode).toBe(429);
  });
});

test('ten guesses block one network without locking others out', async () => {
  const { email } = await person();
  const stranger = browser();
  const statuses = [];
  for (let n = 0; n < 110; n++) statuses.push((await stranger.signIn(email, 'x')).statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect((await browser().signIn(email)).statusCode).toBe(200);
});

test('all processes count guesses together, even after a restart', async () => {
  const { email } = await person();
  const from = network();
  for (let n = 0; n < 10; n++) await browser(from).signIn(email, 'a guess');
  const { db, config, clock } = site.ctx;
  const next = await createAuth(db, config, clock);
  const attempt = next.signIn({ email, password: PASSWORD, ipAddress: from, userAgent: null });
  await expect(attempt).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test("the owner's codes work while someone with the password guesses codes", async () => {
  const { email, cookie } = await person();
  const headers = { cookie };
  const begun = await actions.post('/account/second-factor', { password: PASSWORD }, headers);
  const code = () => {
    site.clock.advance(30_000);
    return { code: appCode(begun.json().secret, site.clock.now()) };
  };
  await actions.post('/account/second-factor/code', code(), headers);
  const own = browser();
  await own.signIn(email);
  expect((await own.post('/session/code', code())).statusCode).toBe(200);
  const thief = browser();
  await thief.signIn(email);
  for (let n = 0; n < 10; n++) await thief.post('/session/code', { code: '000000' });
  expect((await thief.post('/session/code', code())).json()).toMatchObject(TOO_MANY);
  await own.signIn(email);
  expect((await own.post('/session/code', code())).statusCode).toBe(200);
});

describe('the known-device cookie', () => {
  const cookies = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat();

  test('is HttpOnly and SameSite, and outlives the session', async () => {
    const { email } = await person();
    const answer = await browser().signIn(email);
    expect(cookies(answer)).toContainEqual(
      expect.stringMatching(
        /^overfly_devices=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
      ),
    );
  });

  test('is not set for a wrong password or before the code', async () => {
    const { email, id } = await person();
    expect(cookies(await browser().signIn(email, 'wrong'))).toEqual([]);
    await site.change('update auth.users set has_second_factor = true where id = $1', id);
    expect(cookieIn(await browser().signIn(email), 'overfly_devices')).toBe('');
  });

  test('does not sign anyone in', async () => {
    const { email } = await person();
    const device = cookieIn(await browser().signIn(email), 'overfly_devices');
    const value = device.split('=')[1];
    for (const cookie of [device, `overfly_session=${value}`]) {
      expect(await actions.whoIs(cookie)).toMatchObject({ user: null });
    }
  });
});

describe('a recovery link', () => {
  const recoveries = async (email: string) =>
    (await actions.mailsTo(email)).filter(({ subject }) =>
      subject.startsWith('Set a new password'),
    );

  test('is refused after too many requests, even with forged headers', async () => {
    const { email } = await person();
    const from = network();
    const statuses = [];
    for (let n = 0; n < 8; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}` };
      const answer = await browser(from).post('/accounts/recovery', { email }, headers);
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array<number>(5).fill(200), 429, 429, 429]);
  });

  test("reaches the owner even after a stranger's requests", async () => {
    const { email } = await person();
    const stranger = browser();
    for (let n = 0; n < 20; n++) await stranger.askFor(email);
    await actions.linkTo(email, 'recovery', 5);
    expect((await browser().askFor(email)).json()).toEqual({ sent: true });
    await actions.linkTo(email, 'recovery', 6);
  });

  test('is not sent after ten, with the same response; the ten still work', async () => {
    const { email } = await person();
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push(answerOf(await browser().askFor(email)));
    expect(new Set(answers.map(String))).toEqual(new Set(['200,{"sent":true}']));
    const newest = await actions.linkTo(email, 'recovery', 10);
    const password = 'another crane at dawn';
    const body = { token: newest, password };
    expect((await browser().post('/accounts/recovery/password', body)).statusCode).toBe(200);
    expect(await recoveries(email)).toHaveLength(10);
  });

  test('is still sent to a known browser after ten others', async () => {
    const { email } = await person();
    const own = browser();
    await own.signIn(email);
    for (let n = 0; n < 12; n++) await browser().askFor(email);
    await actions.linkTo(email, 'recovery', 10);
    await own.askFor(email);
    await actions.linkTo(email, 'recovery', 11);
    expect(await recoveries(email)).toHaveLength(11);
  });
});
