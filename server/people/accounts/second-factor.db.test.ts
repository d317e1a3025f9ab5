import { beforeAll, describe, expect, test } from 'vitest';
import { accountActions, cookieIn } from '#test/accounts.ts';
import { liveChannelHeaders } from '#test/fixtures/live-channel-headers.ts';
import { appCode } from '#test/authenticator.ts';
import { makeCompany, makePerson, PASSWORD } from '#test/factories.ts';
import { waitUntilBlocked } from '#test/row-locks.ts';
import { runSite } from '#test/site.ts';
import { removeSecondFactor } from './second-factor.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const site = runSite();
let actions: ReturnType<typeof accountActions>;

beforeAll(async () => {
  actions = accountActions(site);
});

/** A person with an authenticator app; `code()` returns a new code each time. */
async function personWithApp({ ctx, clock } = site, calls = actions) {
  const person = await makePerson(ctx, 'project_manager');
  const headers = { cookie: person.cookie };
  const begun = await calls.post('/account/second-factor', { password: PASSWORD }, headers);
  const { secret, address } = begun.json();
  const code = () => {
    clock.advance(STEP_MS);
    return appCode(secret, clock.now());
  };
  const confirmed = await calls.post('/account/second-factor/code', { code: code() }, headers);
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
  return { ...person, headers, secret, address, code, recoveryCodes };
}

/** Submits the password; `give` submits the code. */
async function submitPassword(email: string) {
  const answer = await actions.signIn(email);
  const step = cookieIn(answer, 'overfly_sign_in');
  const give = (code: string) => actions.post('/session/code', { code }, { cookie: step });
  return { answer, step, give };
}

describe('setting up', () => {
  test('returns a secret for the app, and ten recovery codes once', async () => {
    const { address, secret, recoveryCodes, headers, email } = await personWithApp();
    expect(address).toBe(
      `otpauth://totp/Overfly:${encodeURIComponent(email)}?secret=${secret}&issuer=Overfly`,
    );
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const account = (await actions.get('/account', undefined, headers)).json();
    expect(account.secondFactor).toEqual({ isOn: true, isRequired: false, recoveryCodesLeft: 10 });
    expect((await actions.mailsTo(email))[0]?.subject).toContain('turned on');
  });

  test('requires the password and a valid code from the app', async () => {
    const { cookie } = await makePerson(site.ctx, 'admin');
    const headers = { cookie };
    const wrong = await actions.post('/account/second-factor', { password: 'wrong' }, headers);
    expect(wrong.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    await actions.post('/account/second-factor', { password: PASSWORD }, headers);
    const guess = await actions.post('/account/second-factor/code', { code: '000000' }, headers);
    expect(guess.json()).toMatchObject({ code: 'CODE_NOT_VALID' });
    expect((await actions.get('/account', undefined, headers)).json().secondFactor.isOn).toBe(
      false,
    );
  });

  test('is refused if already on, so a stolen session cannot replace the app', async () => {
    const { headers } = await personWithApp();
    const again = await actions.post('/account/second-factor', { password: PASSWORD }, headers);
    expect(again.json()).toMatchObject({ code: 'SECOND_FACTOR_IS_ON' });
  });

  test('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await personWithApp();
    const { rows } = await site.ctx.db.pool.query<{ row: string }>(
      'select f::text as row from auth.second_factors f union all select c::text from auth.recovery_codes c',
    );
    const kept = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(10);
    for (const text of [secret, ...recoveryCodes]) expect(kept).not.toContain(text);
  });
});

describe('signing in', () => {
  test('requires more than the password', async () => {
    const { email } = await personWithApp();
    const { answer, step } = await submitPassword(email);
    expect(answer.json()).toEqual({
      user: null,
      expiresAt: null,
      needsRefresh: false,
      needsCode: true,
    });
    expect(cookieIn(answer)).toBe('');
    const secret = step.split('=')[1];
    expect(await actions.whoIs(`overfly_session=${secret}`)).toMatchObject({ user: null });
    expect(answer.body).not.toContain(secret);
  });

  test('keeps the pending step in an HttpOnly cookie for ten minutes', async () => {
    const { email } = await personWithApp();
    const { answer } = await submitPassword(email);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^overfly_sign_in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
  });

  test('succeeds with a code from the app', async () => {
    const { email, code } = await personWithApp();
    const { give } = await submitPassword(email);
    const answer = await give(code());
    expect(answer.json()).toMatchObject({ user: { email } });
    expect(await actions.whoIs(cookieIn(answer))).toMatchObject({ user: { email } });
  });

  test('accepts a code only once, even for another sign-in', async () => {
    const { email, code } = await personWithApp();
    const [one, two] = [await submitPassword(email), await submitPassword(email)];
    const shown = code();
    expect((await one.give(shown)).statusCode).toBe(200);
    expect((await two.give(shown)).json()).toMatchObject({ code: 'CODE_NOT_VALID' });
    expect((await two.give(code())).statusCode).toBe(200);
  });

  test('accepts a recovery code once, in any spelling', async () => {
    const { email, recoveryCodes, headers } = await personWithApp();
    const typed = ` ${(recoveryCodes[3] ?? '').toUpperCase().replace('-', ' ')} `;
    expect((await (await submitPassword(email)).give(typed)).statusCode).toBe(200);
    expect((await (await submitPassword(email)).give(typed)).statusCode).toBe(422);
    const { secondFactor } = (await actions.get('/account', undefined, headers)).json();
    expect(secondFactor.recoveryCodesLeft).toBe(9);
  });

  test.each(['app', 'recovery'])(
    'accepts a code once, even in parallel requests: %s',
    async (kind) => {
      const { email, code, recoveryCodes } = await personWithApp();
      const steps = [];
      for (let n = 0; n < 4; n++) steps.push(await submitPassword(email));
      const shown = kind === 'app' ? code() : (recoveryCodes[0] ?? '');
      const answers = await Promise.all(steps.map(({ give }) => give(shown)));
      const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      expect(codes).toEqual([200, 422, 422, 422]);
    },
  );

  test("rejects another person's recovery code", async () => {
    const [one, two] = [await personWithApp(), await personWithApp()];
    const { give } = await submitPassword(one.email);
    expect((await give(two.recoveryCodes[0] ?? '')).statusCode).toBe(422);
  });

  test('can be completed once, within ten minutes', async () => {
    const { email, code } = await personWithApp();
    const { give } = await submitPassword(email);
    await give(code());
    expect((await give(code())).json()).toMatchObject({ code: 'SIGN_IN_TOOK_TOO_LONG' });
    const late = await submitPassword(email);
    site.clock.advance(10 * MINUTE_MS);
    expect((await late.give(code())).json()).toMatchObject({ code: 'SIGN_IN_TOOK_TOO_LONG' });
  });

  test('fails after a deactivation or a new password in between', async () => {
    const { id, email, code, headers } = await personWithApp();
    const before = await submitPassword(email);
    const change = { password: PASSWORD, newPassword: PASSWORD };
    await actions.post('/account/password', change, headers);
    expect((await before.give(code())).json()).toMatchObject({ code: 'SIGN_IN_TOOK_TOO_LONG' });
    const again = await submitPassword(email);
    await site.rows.updateTable('profiles').set({ isActive: false }).where('id', '=', id).execute();
    expect((await again.give(code())).json()).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test('still requires the code after password recovery', async () => {
    const { id: profileId, email, code } = await personWithApp();
    const { db, auth } = site.ctx;
    const link = { profileId, purpose: 'recover-password', email } as const;
    const token = await db.as({ kind: 'system' }, (tx) => auth.tokens.issue(tx, link));
    const password = 'another crane at dawn';
    const recovered = await actions.post('/accounts/recovery/password', { token, password });
    expect([recovered.statusCode, cookieIn(recovered)]).toEqual([200, '']);
    const answer = await actions.signIn(email, password);
    expect(answer.json()).toMatchObject({ user: null, needsCode: true });
    const cookie = cookieIn(answer, 'overfly_sign_in');
    expect((await actions.post('/session/code', { code: code() }, { cookie })).statusCode).toBe(
      200,
    );
  });

  test('allows ten codes in 15 minutes across all sign-ins', async () => {
    const { email, code } = await personWithApp();
    const statuses = [];
    for (let n = 0; n < 11; n++) {
      const { give } = await submitPassword(email);
      statuses.push((await give('000000')).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    const { give } = await submitPassword(email);
    expect((await give(code())).statusCode).toBe(429);
  });
});

describe('turning it off', () => {
  test('requires the password; then the password alone signs in', async () => {
    const { email, headers } = await personWithApp();
    const off = (password: string) =>
      actions.post('/account/second-factor/end', { password }, headers);
    expect((await off('wrong')).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect((await off(PASSWORD)).json()).toMatchObject({
      secondFactor: { isOn: false, recoveryCodesLeft: 0 },
    });
    expect((await actions.signIn(email)).json()).toMatchObject({
      user: { email },
      needsCode: false,
    });
  });

  test('new recovery codes replace the old ones', async () => {
    const { email, headers, recoveryCodes } = await personWithApp();
    const renewed = await actions.post(
      '/account/second-factor/recovery-codes',
      { password: PASSWORD },
      headers,
    );
    const { give } = await submitPassword(email);
    expect((await give(recoveryCodes[0] ?? '')).statusCode).toBe(422);
    expect((await give(renewed.json().recoveryCodes[0])).statusCode).toBe(200);
  });

  test('new recovery codes replace the old ones even when two tabs request them', async () => {
    const { id, headers } = await personWithApp();
    const { db } = site.ctx;
    const other = await db.pool.connect();
    await other.query('begin');
    await other.query('select from auth.recovery_codes where user_id = $1 for update', [id]);
    const path = '/account/second-factor/recovery-codes';
    const tabs = [1, 2].map(() => actions.post(path, { password: PASSWORD }, headers));
    await waitUntilBlocked(db, 2);
    await other.query('commit');
    other.release();
    for (const answer of await Promise.all(tabs)) expect(answer.statusCode).toBe(200);
    const account = (await actions.get('/account', undefined, headers)).json();
    expect(account.secondFactor.recoveryCodesLeft).toBe(10);
  });

  test('happens once, even when several tabs request it', async () => {
    const { email, headers } = await personWithApp();
    const path = '/account/second-factor/end';
    const tabs = Array.from({ length: 6 }, () =>
      actions.post(path, { password: PASSWORD }, headers),
    );
    const answers = (await Promise.all(tabs)).map((answer) => answer.json<{ code?: string }>());
    const refused = answers.filter(({ code }) => code === 'SECOND_FACTOR_IS_OFF');
    expect([answers.length, refused.length]).toEqual([6, 5]);
    const off = (await actions.mailsTo(email)).filter(({ subject }) => subject.includes('off'));
    expect(off).toHaveLength(1);
  });
});

describe("removal by the server's administrator", () => {
  const kept = async (id: string) => {
    const { rows } = await site.ctx.db.pool.query<{ row: string }>(
      `select f::text as row from auth.second_factors f where user_id = $1
       union all select c::text from auth.recovery_codes c where user_id = $1
       union all select s::text from auth.sessions s where user_id = $1
       union all select t::text from auth.one_time_tokens t where user_id = $1`,
      [id],
    );
    return rows;
  };

  test('deletes the secret, codes, sessions and pending sign-ins', async () => {
    const { id, email, headers, code, recoveryCodes } = await personWithApp();
    const { give } = await submitPassword(email);
    expect(await kept(id)).toHaveLength(1 + 10 + 1 + 1);
    expect(await removeSecondFactor(site.ctx, ` ${email.toUpperCase()} `)).toEqual({ ended: 1 });
    expect(await kept(id)).toEqual([]);
    expect(await actions.whoIs(headers.cookie)).toMatchObject({ user: null });
    for (const given of [code(), recoveryCodes[0] ?? '']) {
      expect((await give(given)).json()).toMatchObject({ code: 'SIGN_IN_TOOK_TOO_LONG' });
    }
    const answer = await actions.signIn(email);
    expect(answer.json()).toMatchObject({ user: { email }, needsCode: false });
  });

  test('is in the audit log as a system action and notifies the person', async () => {
    const { id, email } = await personWithApp();
    await removeSecondFactor(site.ctx, email);
    const entries = site.rows
      .selectFrom('auditLog')
      .select(['actorKind', 'actorId', 'detail'])
      .where('subjectId', '=', id)
      .where('action', '=', 'person.second-factor-removed');
    expect(await entries.execute()).toEqual([
      { actorKind: 'system', actorId: null, detail: { ended: 1 } },
    ]);
    const subjects = (await actions.mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).toContain('Two-factor sign-in was removed at Overfly');
  });

  test('does not affect other people', async () => {
    const [one, two] = [await personWithApp(), await personWithApp()];
    await removeSecondFactor(site.ctx, one.email);
    expect((await actions.signIn(two.email)).json()).toMatchObject({ user: null, needsCode: true });
    expect(await actions.whoIs(two.headers.cookie)).toMatchObject({ user: { email: two.email } });
  });

  test.each([
    ['an unknown address', 'nobody@overfly.example', 'INVALID_INPUT'],
    ['no address', '', 'INVALID_INPUT'],
  ])('is refused for %s', async (_what, address, code) => {
    await expect(removeSecondFactor(site.ctx, address)).rejects.toMatchObject({
      code,
      message: 'No account has this email address.',
    });
  });

  test('is refused for someone without a second factor and keeps their sessions', async () => {
    const { email, cookie } = await makePerson(site.ctx, 'admin');
    const removed = removeSecondFactor(site.ctx, email);
    await expect(removed).rejects.toMatchObject({ code: 'SECOND_FACTOR_IS_OFF' });
    expect(await actions.whoIs(cookie)).toMatchObject({ user: { email } });
  });
});

describe('when required for staff', () => {
  const strict = runSite({ config: { staffTwoFactor: 'required' } });
  let calls: ReturnType<typeof accountActions>;
  beforeAll(async () => {
    calls = accountActions(strict);
  });

  test('limits staff without a second factor to their own account', async () => {
    const { cookie } = await makePerson(strict.ctx, 'admin');
    const statusOf = async (path: string) =>
      (await calls.get(path, undefined, { cookie })).statusCode;
    const statuses = async () => [
      await statusOf('/companies'),
      await statusOf('/projects'),
      await statusOf('/operator/overview'),
      await statusOf('/account'),
    ];
    expect(await calls.whoIs(cookie)).toMatchObject({ user: { mustSetUpSecondFactor: true } });
    expect(await statuses()).toEqual([403, 403, 403, 200]);
    const live = strict.app.injectWS('/api/live', liveChannelHeaders({ cookie }));
    await expect(live).rejects.toThrow('403');

    const begun = await calls.post('/account/second-factor', { password: PASSWORD }, { cookie });
    const code = appCode(begun.json().secret, strict.clock.now());
    await calls.post('/account/second-factor/code', { code }, { cookie });
    expect(await calls.whoIs(cookie)).toMatchObject({ user: { mustSetUpSecondFactor: false } });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  test('cannot be turned off', async () => {
    const { headers } = await personWithApp(strict, calls);
    const off = await calls.post('/account/second-factor/end', { password: PASSWORD }, headers);
    expect([off.statusCode, off.json().code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
  });

  test('is not required of clients', async () => {
    const { id: companyId } = await makeCompany(strict.ctx);
    const { cookie } = await makePerson(strict.ctx, 'client', { companyId });
    expect((await calls.get('/projects', undefined, { cookie })).statusCode).toBe(200);
  });
});
