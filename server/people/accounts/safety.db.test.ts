import { Writable } from 'node:stream';
import { isContractProcedure } from '@orpc/contract';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '#contract/account.ts';
import { joining } from '#contract/joining.ts';
import { session } from '#contract/session.ts';
import { accountActions, cookieIn } from '#test/accounts.ts';
import { type Site, openSite, runSite } from '#test/site.ts';
import { appCode } from '#test/authenticator.ts';
import { makeCompany, makePerson, PASSWORD, signInAs } from '#test/factories.ts';
import { randomFrom } from '#test/random.ts';
import { registerAccountJobs } from './recover.ts';

type Route = { method: NonNullable<InjectOptions['method']>; path: string };

/** Every route for signing in, joining, and people's own accounts. */
const ROUTES: Route[] = [session, joining, account].flatMap((part) =>
  Object.values(part).flatMap((procedure: object) => {
    if (!isContractProcedure(procedure)) return [];
    const { method = 'POST', path = '/' } = procedure['~orpc'].route;
    return [{ method, path }];
  }),
);
const CHANGING = ROUTES.filter(({ method }) => method !== 'GET');

describe('a page of another site', () => {
  const site = runSite();

  test.each(CHANGING)('cannot call $method $path, even with the session cookie', async (route) => {
    const { cookie } = await makePerson(site.ctx, 'admin');
    const answer = await site.inject({
      method: route.method,
      url: `/api${route.path.replace('{id}', '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11')}`,
      headers: { cookie, origin: 'https://evil.example', 'content-type': 'text/plain' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'CROSS_SITE_REQUEST']);
  });
});

describe('malformed requests', () => {
  const SEED = 6;
  const REQUESTS = 1000;
  /** A valid value for every field of these routes. */
  const FIELDS = {
    email: 'somebody@overfly.example',
    password: PASSWORD,
    newPassword: PASSWORD,
    companyCode: 'NOSUCHCODE',
    firstName: 'Nadia',
    lastName: 'Comer',
    phone: null,
    token: 'm'.repeat(43),
    code: '123456',
    units: 'metric',
  };
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const random = randomFrom(SEED);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const noise = (length: number) =>
    String.fromCharCode(...Array.from({ length }, () => Math.floor(random() * 0x1_00_00)));

  const value = (depth = 0): unknown =>
    pick<() => unknown>([
      () => null,
      () => random() * 1e20 - 5e19,
      () => '',
      () => noise(1 + Math.floor(random() * 300)),
      () => '\0\ud800',
      () => 'a'.repeat(5000),
      () => "' or 1=1; drop table auth.users; --",
      () => `${noise(3)}@overfly.example`,
      () => true,
      () => ({ $ne: '', __proto__: { role: 'admin' } }),
      () => (depth > 2 ? [] : [value(depth + 1), value(depth + 1)]),
    ])();

  const body = () =>
    pick<() => string>([
      () => '',
      () => '{',
      () => '[]',
      () => 'null',
      () => noise(40),
      () => `${'['.repeat(2000)}${']'.repeat(2000)}`,
      ...Array<() => string>(10).fill(() =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(FIELDS).map(([name, right]) => [name, random() < 0.8 ? right : value()]),
          ),
        ),
      ),
    ])();

  function request(cookies: string[]): InjectOptions {
    const { method, path } = pick(ROUTES);
    const id = pick([
      '',
      '%00',
      'null',
      '..%2f..',
      '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11',
      '%F0%9F%98',
    ]);
    const type = pick([
      'application/json',
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      '',
    ]);
    return {
      method,
      url: `/api${path.replace('{id}', id)}${pick(['', '?', '?a[]=1&__proto__[x]=1', `?${encodeURIComponent(noise(5).toWellFormed())}`])}`,
      headers: { cookie: pick(cookies), ...(type ? { 'content-type': type } : {}) },
      ...(method === 'GET' ? {} : { payload: body() }),
    };
  }

  test(`${REQUESTS} of them never cause a server error`, async () => {
    const email = 'somebody@overfly.example';
    await makePerson(site.ctx, 'admin', { email });
    const cookies = [
      '',
      `overfly_session=${'x'.repeat(3000)}`,
      'overfly_sign_in=%00; overfly_session=%FF',
      '=;;=; overfly_session',
    ];
    for (let n = 0; n < 8; n++) cookies.push(await signInAs(site.ctx, email));
    const failures: string[] = [];
    const statuses = new Map<number, number>();
    for (let n = 0; n < REQUESTS; n++) {
      const attempt = request(cookies);
      const { statusCode, body: answer } = await site.inject(attempt);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      if (statusCode >= 500) failures.push(`${JSON.stringify(attempt)} -> ${statusCode} ${answer}`);
    }
    expect(failures).toEqual([]);
    // Guards against a generator whose requests are all rejected by validation.
    expect(statuses.get(400) ?? 0).toBeGreaterThan(200);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(20);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([401, 409, 422]));
  });
});

test('secrets of joining, recovery and two-factor sign-in never reach the log', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const site = await openSite({ log: pino({ level: 'trace' }, sink) });
  const actions = accountActions(site);
  await registerAccountJobs(site.ctx);
  const secrets: string[] = [PASSWORD];
  try {
    const { companyCode } = await makeCompany(site.ctx);
    const email = 'logged@overfly.example';
    const name = { firstName: 'Nadia', lastName: 'Comer' };
    await actions.post('/accounts', { email, password: PASSWORD, companyCode, ...name });
    const verification = await actions.linkTo(email, 'verify');
    await actions.post('/accounts/verification/confirm', {
      token: verification,
      password: PASSWORD,
    });
    await actions.post('/accounts/verification/confirm', {
      token: verification,
      password: PASSWORD,
    });
    await actions.post('/accounts/recovery', { email });
    const recovery = await actions.linkTo(email, 'recovery');
    const password = 'another crane at dawn';
    await actions.post('/accounts/recovery/password', { token: recovery, password });
    await actions.post('/accounts/recovery/password', { token: recovery, password });
    const cookie = cookieIn(await actions.signIn(email, password));
    const begun = await actions.post('/account/second-factor', { password }, { cookie });
    const { secret } = begun.json();
    const code = appCode(secret, site.clock.now());
    const on = await actions.post('/account/second-factor/code', { code }, { cookie });
    const step = cookieIn(await actions.signIn(email, password), 'overfly_sign_in');
    const [recoveryCode] = on.json().recoveryCodes;
    await actions.post('/session/code', { code: recoveryCode }, { cookie: step });
    await actions.post('/session/code', { code: recoveryCode }, { cookie: step });
    await actions.post('/accounts/recovery', `{"email": "${recovery}"` as unknown as object);
    secrets.push(password, verification, recovery, secret, recoveryCode);
    secrets.push(...[cookie, step].map((sent) => sent.split('=')[1] ?? ''));
    site.ctx.log.info('the log is written');
  } finally {
    await site.close();
  }
  const log = lines.join('');
  expect(log).toContain('the log is written');
  expect(secrets.filter((secret) => secret.length < 10 || log.includes(secret))).toEqual([]);
});
