import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountActions, cookieIn } from '#test/accounts.ts';
import { makeCompany, makePerson, PASSWORD, signInAs } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { deviceOf } from './present.ts';

const NEW_PASSWORD = 'another crane at dawn';
const IDLE_MS = 14 * 24 * 3_600_000;
const site = runSite({ config: { publicUrl: 'http://photos.example' } });
let actions: ReturnType<typeof accountActions>;

beforeAll(async () => {
  actions = accountActions(site);
});

/** A client who is signed in on two devices. */
async function client() {
  const company = await makeCompany(site.ctx);
  const person = await makePerson(site.ctx, 'client', { companyId: company.id });
  const elsewhere = { cookie: await signInAs(site.ctx, person.email) };
  return { ...person, here: { cookie: person.cookie }, elsewhere };
}

async function entriesOf(id: string) {
  const log = await site.auditEntries(id);
  return log.map(({ action, actorId }) => [action, actorId]);
}

describe("a person's own account", () => {
  test('can be read and changed by its owner, with audit entries', async () => {
    const { id, email, here } = await client();
    const change = { firstName: ' Ada ', lastName: 'Byron', phone: '254 555 0100' };
    const changed = await actions.patch('/account', change, here);
    expect(changed.statusCode).toBe(200);
    expect((await actions.get('/account', undefined, here)).json()).toEqual({
      email,
      emailVerified: true,
      pendingEmail: null,
      firstName: 'Ada',
      lastName: 'Byron',
      phone: '254 555 0100',
      certificate: null,
      companyName: 'Test Company',
      hasPassword: true,
      signsInByProvider: false,
      secondFactor: { isOn: false, isRequired: false, recoveryCodesLeft: 0 },
    });
    expect(await actions.whoIs(here.cookie)).toMatchObject({ user: { firstName: 'Ada' } });
    const entries = await entriesOf(id);
    expect(entries).toContainEqual(['person.profile-changed', id]);
    expect((await actions.patch('/account', change, here)).json()).toMatchObject({
      lastName: 'Byron',
    });
    expect(await entriesOf(id), 'no entry without a change').toEqual(entries);
  });

  test("applies the owner's units to all their sessions", async () => {
    const { here, elsewhere } = await client();
    expect(await actions.whoIs(elsewhere.cookie)).toMatchObject({ user: { units: 'project' } });
    await site.as(here).account.chooseUnits({ units: 'metric' });
    expect(await actions.whoIs(elsewhere.cookie)).toMatchObject({ user: { units: 'metric' } });
  });

  test('does not let its owner change their role or company', async () => {
    const { here, email } = await client();
    const change = { firstName: 'Ada', lastName: 'Byron', role: 'admin', companyId: randomUUID() };
    await actions.patch('/account', change, here);
    expect(await actions.whoIs(here.cookie)).toMatchObject({ user: { email, role: 'client' } });
  });
});

describe('changing the email address', () => {
  const ask = (email: string, headers: { cookie: string }, password = PASSWORD) =>
    actions.post('/account/email', { email, password }, headers);
  const confirm = (token: string, here: { cookie: string }) =>
    actions.post('/accounts/verification/confirm', { token }, here);
  let counter = 0;
  const fresh = () => `changed${++counter}@overfly.example`;

  test('is confirmed at the new address and reported to the old one', async () => {
    const { email, here, id } = await client();
    const changed = fresh();
    expect((await ask(changed, here)).json()).toEqual({ sent: true });
    expect(await actions.whoIs(here.cookie)).toMatchObject({ user: { email } });
    expect((await actions.get('/account', undefined, here)).json()).toMatchObject({
      pendingEmail: changed,
    });

    expect((await confirm(await actions.linkTo(changed, 'new-address'), here)).json()).toEqual({
      email: changed,
    });
    expect(await actions.whoIs(here.cookie)).toMatchObject({ user: { email: changed } });
    expect((await actions.signIn(email)).statusCode).toBe(401);
    expect((await actions.signIn(changed)).statusCode).toBe(200);
    const subjects = (await actions.mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).toEqual([
      'A change of email address was requested at Overfly',
      'Your email address was changed at Overfly',
    ]);
    expect(await entriesOf(id)).toContainEqual(['person.email-changed', null]);
  });

  test('requires the password', async () => {
    const { here } = await client();
    const changed = fresh();
    const answer = await ask(changed, here, 'not the password');
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'WRONG_PASSWORD']);
    expect(await actions.mailsTo(changed)).toEqual([]);
  });

  test('is refused if the address is taken, now or by the time of confirmation', async () => {
    const { here } = await client();
    const { email: taken } = await client();
    expect((await ask(taken, here)).json()).toMatchObject({ code: 'ALREADY_REGISTERED' });
    const changed = fresh();
    await ask(changed, here);
    const token = await actions.linkTo(changed, 'new-address');
    await makePerson(site.ctx, 'admin', { email: changed });
    expect((await confirm(token, here)).json()).toMatchObject({ code: 'ALREADY_REGISTERED' });
  });

  test('works only with the newest link', async () => {
    const { here } = await client();
    const [first, second] = [fresh(), fresh()];
    await ask(first, here);
    await ask(second, here);
    expect((await confirm(await actions.linkTo(first, 'new-address'), here)).statusCode).toBe(422);
    expect((await confirm(await actions.linkTo(second, 'new-address'), here)).statusCode).toBe(200);
  });

  test('invalidates links sent to the old address', async () => {
    const { email, here, id } = await client();
    const link = { profileId: id, purpose: 'recover-password', email } as const;
    const { db, auth } = site.ctx;
    const old = await db.as({ kind: 'system' }, (tx) => auth.tokens.issue(tx, link));
    const changed = fresh();
    await ask(changed, here);
    await confirm(await actions.linkTo(changed, 'new-address'), here);
    const answer = await actions.post('/accounts/recovery/password', {
      token: old,
      password: NEW_PASSWORD,
    });
    expect(answer.json()).toMatchObject({ code: 'LINK_NOT_VALID' });
  });
});

describe('changing the password', () => {
  const change = (headers: { cookie: string }, password = PASSWORD, newPassword = NEW_PASSWORD) =>
    actions.post('/account/password', { password, newPassword }, headers);

  test('ends all other sessions and sends an email', async () => {
    const { email, here, elsewhere } = await client();
    expect((await change(here)).json()).toEqual({ ended: 1 });
    expect(await actions.whoIs(here.cookie)).toMatchObject({ user: { email } });
    expect(await actions.whoIs(elsewhere.cookie)).toMatchObject({ user: null });
    expect((await actions.signIn(email)).statusCode).toBe(401);
    expect((await actions.signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await actions.mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed at Overfly',
    ]);
  });

  test('requires the current password, with at most ten tries in 15 minutes', async () => {
    const { here } = await client();
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await change(here, `guess ${n}`)).statusCode);
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    expect((await change(here)).statusCode).toBe(429);
  });

  test('rejects a common password', async () => {
    const { here } = await client();
    expect((await change(here, PASSWORD, 'qwertyuiop')).json()).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('most common passwords'),
    });
  });
});

describe("a person's sessions", () => {
  const list = async (headers: { cookie: string }) =>
    (await actions.get('/account/sessions', undefined, headers)).json().sessions as {
      id: string;
      isCurrent: boolean;
      endsAt: string;
    }[];

  test('are listed with device, address and times, but without secrets', async () => {
    const { email } = await client();
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
    const opened = cookieIn(await actions.signIn(email, PASSWORD, { 'user-agent': agent }));
    const at = site.clock.now().toISOString();
    const answer = await actions.get('/account/sessions', undefined, { cookie: opened });
    expect(
      answer.json().sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent),
    ).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      isCurrent: true,
      device: 'Firefox on a Windows PC',
      address: '127.0.0.1',
      signedInAt: at,
      lastSeenAt: at,
      endsAt: new Date(site.clock.now().getTime() + IDLE_MS).toISOString(),
    });
    const rows = await site.rows.selectFrom('auth.sessions').select('token').execute();
    for (const { token } of rows) expect(answer.body).not.toContain(token);
  });

  test('show when they were last used, to the minute', async () => {
    const { here } = await client();
    site.clock.advance(5 * 60_000);
    await actions.whoIs(here.cookie);
    const seen = site.clock.now().toISOString();
    site.clock.advance(59_000);
    await actions.whoIs(here.cookie);
    expect((await list(here)).find(({ isCurrent }) => isCurrent)).toMatchObject({
      lastSeenAt: seen,
    });
  });

  test('show when they expire, and disappear once expired', async () => {
    const { here, elsewhere } = await client();
    const of = async (isCurrent: boolean) =>
      (await list(here)).find((session) => session.isCurrent === isCurrent);
    const ends = (await of(false))?.endsAt;
    site.clock.advance(IDLE_MS - 3_600_000);
    await actions.whoIs(elsewhere.cookie);
    expect(await of(false)).toMatchObject({
      endsAt: ends,
      lastSeenAt: site.clock.now().toISOString(),
    });
    const renewed = await actions.post('/session/refresh', undefined, here);
    here.cookie = cookieIn(renewed);
    expect(await of(true)).toMatchObject({
      endsAt: new Date(site.clock.now().getTime() + IDLE_MS).toISOString(),
    });
    site.clock.advance(3_600_000);
    expect(await of(false)).toBeUndefined();
  });

  test('can be ended one by one, at once', async () => {
    const { here, elsewhere, id } = await client();
    const other = (await list(here)).find(({ isCurrent }) => !isCurrent)?.id;
    const end = () => actions.remove(`/account/sessions/${other}`, undefined, here);
    expect((await end()).json()).toEqual({ ended: 1 });
    expect(await actions.whoIs(elsewhere.cookie)).toMatchObject({ user: null });
    expect((await end()).json()).toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(await entriesOf(id)).toContainEqual(['person.session-ended', id]);
  });

  test('of other people cannot be ended', async () => {
    const [one, two] = [await client(), await client()];
    const theirs = (await list(two.here))[0]?.id;
    const answer = await actions.remove(`/account/sessions/${theirs}`, undefined, one.here);
    expect(answer.json()).toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(await list(two.here)).toHaveLength(2);
  });

  test('can all be ended except the current one', async () => {
    const { here, elsewhere, email } = await client();
    expect((await actions.remove('/account/sessions', undefined, here)).json()).toEqual({
      ended: 1,
    });
    expect(await actions.whoIs(elsewhere.cookie)).toMatchObject({ user: null });
    expect(await actions.whoIs(here.cookie)).toMatchObject({ user: { email } });
  });
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome on a Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Edge on a Windows PC',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Chrome on an Android phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome on an Android tablet',
  ],
  ['curl/8.5.0', 'Unknown device'],
])('a browser with user agent %s is shown as %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
