import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { RateLimitedError } from '#domain/errors.ts';
import { Session } from '#domain/session.ts';
import { createPerson } from '#server/people/accounts/service.ts';
import { type Site, openSite, runSite } from '#test/site.ts';
import { makeCompany, makePerson, PASSWORD, signInAs } from '#test/factories.ts';

const HOUR_MS = 3_600_000;
const IDLE_MS = 14 * 24 * HOUR_MS;
const NOBODY = { user: null, expiresAt: null, needsRefresh: false };
const site = runSite();

type Answer = Awaited<ReturnType<Site['inject']>>;

/** The session cookie that a response sets: the whole header, and the part to send back. */
function cookieOf(answer: Answer) {
  const headers = [answer.headers['set-cookie'] ?? ''].flat();
  const header = headers.find((set) => set.includes('overfly_session=')) ?? '';
  return {
    header,
    sent: header.split(';')[0] ?? '',
    value: header.split(';')[0]?.split('=')[1] ?? '',
  };
}

const get = (cookie?: string, { inject } = site) =>
  inject({ url: '/api/session', headers: cookie ? { cookie } : {} });

const signIn = (body: object, headers: Record<string, string> = {}, { inject } = site) =>
  inject({ method: 'POST', url: '/api/session', body, headers });

const refresh = (cookie: string) =>
  site.inject({ method: 'POST', url: '/api/session/refresh', headers: { cookie } });

const signOut = (cookie?: string) =>
  site.inject({ method: 'DELETE', url: '/api/session', headers: cookie ? { cookie } : {} });

describe('the current session', () => {
  test('is empty for a visitor', async () => {
    const answer = await get();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(NOBODY);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('has the person and when the session ends', async () => {
    const company = await makeCompany(site.ctx);
    const person = await makePerson(site.ctx, 'client', { companyId: company.id });
    const answer = await get(person.cookie);
    expect(Session.parse(answer.json())).toEqual({
      user: {
        id: person.id,
        email: person.email,
        emailVerified: true,
        firstName: 'Test',
        lastName: 'client',
        role: 'client',
        companyId: company.id,
        companyName: 'Test Company',
        mustSetUpSecondFactor: false,
        units: 'project',
      },
      expiresAt: new Date(site.clock.now().getTime() + HOUR_MS).toISOString(),
      needsRefresh: false,
    });
  });

  test("needs a refresh in the last 90 seconds, by the server's clock", async () => {
    const { cookie } = await makePerson(site.ctx, 'admin');
    site.clock.advance(HOUR_MS - 92_000);
    expect((await get(cookie)).json()).toMatchObject({ needsRefresh: false });
    site.clock.advance(2001);
    expect((await get(cookie)).json()).toMatchObject({ needsRefresh: true });
  });

  test('is empty for an invalid cookie', async () => {
    expect((await get('overfly_session=made-up')).json()).toEqual(NOBODY);
  });

  test.each(['client', 'operator', 'admin', 'project_manager'] as const)(
    'has the role %s',
    async (role) => {
      const { id: companyId } = await makeCompany(site.ctx);
      const { cookie } = await makePerson(site.ctx, role, role === 'client' ? { companyId } : {});
      const answer = await site.inject({ url: '/api/session/role', headers: { cookie } });
      expect([answer.statusCode, answer.json()]).toEqual([200, role]);
    },
  );

  test('has no role for a visitor', async () => {
    const answer = await site.inject({ url: '/api/session/role' });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'NOT_SIGNED_IN']);
  });
});

describe('signing in', () => {
  test('sets an HttpOnly, SameSite cookie', async () => {
    const { email } = await makePerson(site.ctx, 'admin');
    const answer = await signIn({ email, password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ user: { email } });
    const { header, sent } = cookieOf(answer);
    expect(header).toMatch(
      /^overfly_session=[A-Za-z0-9]{32,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
    );
    expect((await get(sent)).json()).toMatchObject({ user: { email } });
  });

  test('does not return the secret in the body', async () => {
    const { email } = await makePerson(site.ctx, 'admin');
    const answer = await signIn({ email, password: PASSWORD });
    expect(answer.body).not.toContain(cookieOf(answer).value);
  });

  test('accepts an address in any case and with spaces around it', async () => {
    const { email } = await makePerson(site.ctx, 'admin');
    const answer = await signIn({ email: `  ${email.toUpperCase()} `, password: PASSWORD });
    expect(answer.json()).toMatchObject({ user: { email } });
  });

  test('responds alike to an unknown address, a wrong password and a deactivated person', async () => {
    const { email } = await makePerson(site.ctx, 'admin');
    const gone = await makePerson(site.ctx, 'admin');
    await site.change('update profiles set is_active = false where id = $1', gone.id);
    const answers = [
      await signIn({ email: 'nobody@overfly.example', password: PASSWORD }),
      await signIn({ email, password: 'wrong' }),
      await signIn({ email: gone.email, password: PASSWORD }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({
        code: 'INVALID_CREDENTIALS',
        message: 'Invalid login credentials',
      });
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  test.each([
    ['no address', { password: PASSWORD }],
    ['an invalid address', { email: 'nobody', password: PASSWORD }],
    ['no password', { email: 'nobody@overfly.example' }],
    ['a password that is too long', { email: 'nobody@overfly.example', password: 'p'.repeat(201) }],
    ['a password that is not text', { email: 'nobody@overfly.example', password: { $ne: '' } }],
  ])('refuses %s', async (_what, body) => {
    const answer = await signIn(body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('creates a new session even if the browser sends a cookie', async () => {
    const { email } = await makePerson(site.ctx, 'admin');
    const planted = 'overfly_session=planted-by-somebody-else';
    const { sent } = cookieOf(await signIn({ email, password: PASSWORD }, { cookie: planted }));
    expect(sent).not.toBe(planted);
    expect((await get(planted)).json()).toMatchObject({ user: null });
  });

  test("ends the browser's previous session", async () => {
    const { email, cookie } = await makePerson(site.ctx, 'admin');
    const { sent } = cookieOf(await signIn({ email, password: PASSWORD }, { cookie }));
    expect((await get(cookie)).json()).toMatchObject({ user: null });
    expect((await get(sent)).json()).toMatchObject({ user: { email } });
  });

  test("is refused from another site's page", async () => {
    const { email } = await makePerson(site.ctx, 'admin');
    const answer = await signIn({ email, password: PASSWORD }, { origin: 'https://evil.example' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'CROSS_SITE_REQUEST']);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test('logs no password and no secret', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const logged = await openSite({ log: pino({ level: 'trace' }, sink) });
    try {
      const { email } = await makePerson(logged.ctx, 'admin');
      await signIn({ email, password: 'a wrong password' }, {}, logged);
      const { sent, value } = cookieOf(await signIn({ email, password: PASSWORD }, {}, logged));
      await logged.inject({
        method: 'POST',
        url: '/api/session/refresh',
        headers: { cookie: sent },
      });
      logged.ctx.log.info('the end');
      const log = lines.join('');
      expect(log).toContain('the end');
      for (const secret of [PASSWORD, 'a wrong password', value]) expect(log).not.toContain(secret);
    } finally {
      await logged.close();
    }
  });
});

describe('guessing', () => {
  const GUESSED = 'guessed@overfly.example';

  test('is refused with 429 after ten tries per account, despite forged headers', async () => {
    const answers: Answer[] = [];
    for (let n = 0; n < 12; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}` };
      answers.push(await signIn({ email: GUESSED, password: 'a guess' }, headers));
    }
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(answers[0]?.headers).not.toHaveProperty('retry-after');
    const seconds = Number(answers.at(-1)?.headers['retry-after']);
    expect(seconds).toBeGreaterThan(600);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(answers.at(-1)?.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: new RateLimitedError(seconds).message,
    });
  });

  test('is counted by connection address, not by a forged header', async () => {
    const direct = await openSite();
    const behindProxy = await openSite({ config: { trustProxy: true } });
    const countRefused = async (testApp: Site) => {
      const { limits } = testApp.ctx.auth;
      for (let n = 0; n < 45; n++) {
        const email = `early${n}@overfly.example`;
        await limits.password({ email, address: '127.0.0.1', device: null });
      }
      let refused = 0;
      for (let n = 0; n < 10; n++) {
        const headers = { 'x-forwarded-for': `198.51.100.${n}` };
        const body = { email: `person${n}@overfly.example`, password: 'a guess' };
        if ((await signIn(body, headers, testApp)).statusCode === 429) refused++;
      }
      return refused;
    };
    try {
      expect(await countRefused(direct)).toBe(5);
      expect(await countRefused(behindProxy)).toBe(0);
    } finally {
      await direct.close();
      await behindProxy.close();
    }
  });
});

describe('over https', () => {
  const secure = runSite({ config: { publicUrl: 'https://photos.example' } });

  test('the cookie has the __Host- prefix and Secure', async () => {
    const person = { email: 'a@overfly.example', role: 'admin', companyId: null } as const;
    const name = { firstName: 'Ada', lastName: 'Byron', emailVerified: true };
    await createPerson(secure.ctx, { ...person, ...name, password: PASSWORD });
    const answer = await signIn({ email: person.email, password: PASSWORD }, {}, secure);
    const { header, sent, value } = cookieOf(answer);
    expect(header).toMatch(
      /^__Host-overfly_session=[^;]{32,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure$/,
    );
    expect((await get(sent, secure)).json()).toMatchObject({ user: { email: person.email } });
    expect((await get(`overfly_session=${value}`, secure)).json()).toMatchObject({ user: null });
  });
});

describe('renewing', () => {
  test('returns a new secret with the full lifetime', async () => {
    const { email, cookie } = await makePerson(site.ctx, 'admin');
    site.clock.advance(HOUR_MS - 60_000);
    const answer = await refresh(cookie);
    expect(answer.json()).toMatchObject({
      user: { email },
      expiresAt: new Date(site.clock.now().getTime() + HOUR_MS).toISOString(),
    });
    const { header, sent } = cookieOf(answer);
    expect(header).toContain('Max-Age=1209600');
    expect(sent).not.toBe(cookie);
    expect((await get(sent)).json()).toMatchObject({ user: { email } });
  });

  test('in two tabs at once leaves both with the same cookie', async () => {
    const { email, cookie } = await makePerson(site.ctx, 'admin');
    const [one, two] = await Promise.all([refresh(cookie), refresh(cookie)]);
    expect(cookieOf(two).sent).toBe(cookieOf(one).sent);
    site.clock.advance(11_000);
    expect((await get(cookieOf(one).sent)).json()).toMatchObject({ user: { email } });
  });

  test('can be repeated if the response was lost', async () => {
    const { email, cookie } = await makePerson(site.ctx, 'admin');
    await refresh(cookie);
    site.clock.advance(11_000);
    expect((await get(cookie)).json()).toMatchObject({ user: { email } });
    const { sent } = cookieOf(await refresh(cookie));
    expect((await get(sent)).json()).toMatchObject({ user: { email } });
  });

  test('ends the session and clears the cookie when an old secret is reused', async () => {
    const { cookie } = await makePerson(site.ctx, 'admin');
    const { sent } = cookieOf(await refresh(cookie));
    expect((await get(sent)).json()).toHaveProperty('user.id');
    site.clock.advance(11_000);
    const reused = await refresh(cookie);
    expect([reused.statusCode, reused.json().code]).toEqual([401, 'NOT_SIGNED_IN']);
    expect(cookieOf(reused).header).toMatch(/^overfly_session=; .*Max-Age=0/);
    expect((await get(sent)).json()).toMatchObject({ user: null });
  });

  test('works the next morning, and the old cookie works until then', async () => {
    const { id, email, cookie } = await makePerson(site.ctx, 'admin');
    site.clock.advance(16 * HOUR_MS);
    expect((await get(cookie)).json()).toMatchObject({ user: { email }, needsRefresh: true });
    const headers = { cookie };
    expect((await site.inject({ url: '/api/projects', headers })).statusCode).toBe(200);
    const answer = await refresh(cookie);
    expect(answer.json()).toMatchObject({ user: { id }, needsRefresh: false });
    expect((await get(cookieOf(answer).sent)).json()).toMatchObject({ needsRefresh: false });
  });

  test('is refused after 14 idle days and clears the cookie', async () => {
    const { cookie } = await makePerson(site.ctx, 'admin');
    site.clock.advance(IDLE_MS);
    expect((await get(cookie)).json()).toEqual(NOBODY);
    const answer = await refresh(cookie);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'NOT_SIGNED_IN']);
    expect(cookieOf(answer).header).toMatch(/^overfly_session=; .*Max-Age=0/);
  });

  test('does not bypass a second factor that has since become required', async () => {
    const strict = await openSite({ config: { staffTwoFactor: 'required' } });
    const { cookie } = await makePerson(strict.ctx, 'admin');
    strict.clock.advance(16 * HOUR_MS);
    const headers = { cookie };
    const answer = await strict.inject({ method: 'POST', url: '/api/session/refresh', headers });
    expect(answer.json()).toMatchObject({ user: { mustSetUpSecondFactor: true } });
    const renewed = { cookie: cookieOf(answer).sent };
    const refused = await strict.inject({ url: '/api/projects', headers: renewed });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    await strict.close();
  });

  test('is refused for a visitor', async () => {
    const answer = await site.inject({ method: 'POST', url: '/api/session/refresh' });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'NOT_SIGNED_IN']);
  });
});

describe('signing out', () => {
  test('ends only this session and clears the cookie', async () => {
    const { email, cookie } = await makePerson(site.ctx, 'admin');
    const elsewhere = await signInAs(site.ctx, email);
    const answer = await signOut(cookie);
    expect([answer.statusCode, answer.json()]).toEqual([200, { signedOut: true }]);
    expect(cookieOf(answer).header).toBe(
      'overfly_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    );
    expect((await get(cookie)).json()).toMatchObject({ user: null });
    expect((await get(elsewhere)).json()).toMatchObject({ user: { email } });
  });

  test('works again, and for a visitor', async () => {
    const { cookie } = await makePerson(site.ctx, 'admin');
    for (const sent of [cookie, cookie, undefined]) {
      const answer = await signOut(sent);
      expect([answer.statusCode, answer.json()]).toEqual([200, { signedOut: true }]);
    }
  });
});

describe("the sample site's published password", () => {
  const PUBLISHED = 'overfly-demo-2026';
  let email: string;
  beforeAll(async () => {
    const sample = { role: 'admin', companyId: null, firstName: 'A', lastName: 'B' } as const;
    email = 'admin-of-the-sample@overfly.example';
    await createPerson(site.ctx, { ...sample, email, password: PUBLISHED, emailVerified: true });
  });
  const signInFrom = (from: object, password = PUBLISHED) =>
    site.inject({ method: 'POST', url: '/api/session', payload: { email, password }, ...from });

  test('works on the machine that runs Overfly', async () => {
    expect((await signInFrom({})).statusCode).toBe(200);
  });

  test.each([
    ['from another machine', { remoteAddress: '192.0.2.7' }],
    ['through a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ["by the site's host name", { headers: { host: 'photos.example' } }],
  ])('does not work %s, in any spelling', async (_where, from) => {
    for (const password of [PUBLISHED, PUBLISHED.replace('o', '\uff4f')]) {
      const answer = await signInFrom(from, password);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'SAMPLE_PASSWORD_ELSEWHERE']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});
