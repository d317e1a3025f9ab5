import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InvitationInput } from '#domain/invitations.ts';
import type { Role } from '#domain/roles.ts';
import { accountActions, cookieIn } from '#test/accounts.ts';
import { appCode } from '#test/authenticator.ts';
import { makeCompany, makeInvitation, makePerson, PASSWORD, type Person } from '#test/factories.ts';
import { startProvider, type Claims, type TestProvider } from '#test/fixtures/oidc-provider.ts';
import { openSite, runSite, type Site } from '#test/site.ts';

const PUBLIC_URL = 'http://localhost:3999';
const without = runSite();
let provider: TestProvider;
let site: Site;
let actions: ReturnType<typeof accountActions>;
let admin: Person;

const settings = () => {
  const { issuer, clientId, clientSecret } = provider;
  return {
    issuer,
    clientId,
    clientSecret,
    name: 'Builder ID',
    domains: null,
    trustsAddresses: false,
  };
};

beforeAll(async () => {
  provider = await startProvider(`${PUBLIC_URL}/api/session/oidc/callback`);
  site = await openSite({ config: { publicUrl: PUBLIC_URL, oidc: settings() } });
  actions = accountActions(site);
});
afterAll(async () => {
  await site.close();
  await provider.close();
});
beforeEach(async () => {
  admin = await makePerson(site.ctx, 'admin');
});

let counter = 0;
const newAddress = () => `ann${++counter}@builder.example`;

/** Creates a person at the provider and returns the subject. */
function createProviderPerson(claims: Claims): string {
  const subject = `subject-${++counter}`;
  provider.people.set(subject, { email_verified: true, ...claims });
  return subject;
}

async function leaveFor(next = '', at = site) {
  const answer = await at.inject({ url: `/api/session/oidc${next}` });
  expect(answer.statusCode).toBe(303);
  return {
    url: answer.headers.location ?? '',
    cookie: cookieIn(answer, 'overfly_provider'),
  };
}

const back = (to: URL, cookie: string, at = site) =>
  at.inject({ url: to.pathname + to.search, headers: { cookie } });

async function signIn(subject: string | null, { next = '', cookie = '', at = site } = {}) {
  const left = await leaveFor(next, at);
  const to = await provider.answer(left.url, subject);
  const answer = await back(to, [left.cookie, cookie].join('; '), at);
  expect(answer.statusCode).toBe(303);
  return { page: answer.headers.location, cookie: cookieIn(answer), answer, to, left };
}

const whoIs = async (cookie: string) =>
  (await site.inject({ url: '/api/session', headers: { cookie } })).json().user;
const boundTo = async (id: string) =>
  (
    await site.rows
      .selectFrom('auth.providerAccounts')
      .select('subject')
      .where('userId', '=', id)
      .execute()
  ).map(({ subject }) => subject);
const failed = (code: string) => `/auth?failed=PROVIDER_${code}`;

async function invited(email: string, role: Role = 'client') {
  const company = await makeCompany(site.ctx);
  const contact = { email, contactName: 'Vera Price', phone: '555 7', notes: null };
  const input = InvitationInput.parse({ ...contact, role, companyId: company.id });
  return { ...(await makeInvitation(site.ctx, admin.viewer, input)), company };
}

describe('without a provider in the settings', () => {
  test('the sign-in page and the button do not exist', async () => {
    for (const url of ['/api/session/oidc', '/api/session/oidc/callback?code=a&state=b'])
      expect((await without.inject({ url })).statusCode).toBe(404);
    expect(await without.as().session.signInMethods()).toEqual({ provider: null });
    expect(await site.as().session.signInMethods()).toEqual({ provider: { name: 'Builder ID' } });
  });
});

describe('a person whose verified address has an account', () => {
  test.each(['client', 'project_manager'] as const)('signs in as %s and is bound', async (role) => {
    const email = newAddress();
    const person = await makePerson(site.ctx, role, { email });
    const subject = createProviderPerson({ email: email.toUpperCase() });
    const first = await signIn(subject, { next: '?next=/dashboard/account' });
    expect(first.page).toBe('/auth?next=%2Fdashboard%2Faccount');
    expect(await whoIs(first.cookie)).toMatchObject({ id: person.id, role, emailVerified: true });
    expect(await boundTo(person.id)).toEqual([subject]);
    expect((await site.auditEntries(person.id)).map(({ action }) => action)).toContain(
      'person.provider-bound',
    );
    // The provider now reports another address, which isn't verified.
    provider.people.set(subject, { email: newAddress(), email_verified: false });
    expect(await whoIs((await signIn(subject)).cookie)).toMatchObject({ id: person.id });
    expect(cookieIn(await actions.signIn(email))).not.toBe('');
  });

  test("ends the browser's previous session", async () => {
    const email = newAddress();
    await makePerson(site.ctx, 'client', { email });
    const { cookie } = await signIn(createProviderPerson({ email }), { cookie: admin.cookie });
    expect(await whoIs(cookie)).toMatchObject({ email });
    expect(await whoIs(admin.cookie)).toBeNull();
  });

  test('is refused if another provider account is already bound', async () => {
    const email = newAddress();
    const person = await makePerson(site.ctx, 'client', { email });
    const subject = createProviderPerson({ email });
    await signIn(subject);
    const other = await signIn(createProviderPerson({ email }));
    expect([other.page, other.cookie]).toEqual([failed('ACCOUNT_OTHER'), '']);
    expect(await boundTo(person.id)).toEqual([subject]);
  });

  test('is refused and stays unbound while deactivated', async () => {
    const email = newAddress();
    const person = await makePerson(site.ctx, 'client', { email });
    await site.as(admin).people.deactivate({ id: person.id });
    const refused = await signIn(createProviderPerson({ email }));
    expect([refused.page, refused.cookie]).toEqual([failed('ACCOUNT_DEACTIVATED'), '']);
    expect(await boundTo(person.id)).toEqual([]);
  });

  test('still enters the second-factor code', async () => {
    const email = newAddress();
    const { cookie } = await makePerson(site.ctx, 'admin', { email });
    const begun = await actions.post('/account/second-factor', { password: PASSWORD }, { cookie });
    const { secret } = begun.json();
    const code = () => appCode(secret, site.clock.now());
    await actions.post('/account/second-factor/code', { code: code() }, { cookie });
    const { page, answer } = await signIn(createProviderPerson({ email }), {
      next: '?next=/operator',
    });
    expect(page).toBe('/auth?next=%2Foperator&step=code');
    expect(cookieIn(answer)).toBe('');
    site.clock.advance(30_000);
    const step = { cookie: cookieIn(answer, 'overfly_sign_in') };
    const given = await actions.post('/session/code', { code: code() }, step);
    expect(given.json()).toMatchObject({ user: { email } });
  });
});

describe('a person without an account', () => {
  test.each([
    ['unknown here', { email: 'nobody@builder.example' }, 'ADDRESS_UNKNOWN'],
    ['not verified', { email: '', email_verified: false }, 'ADDRESS_NOT_VERIFIED'],
  ])('is refused if the address is %s', async (_what, claims, code) => {
    const email = claims.email || newAddress();
    if (!claims.email) await makePerson(site.ctx, 'client', { email });
    const { page, cookie } = await signIn(createProviderPerson({ ...claims, email }));
    expect([page, cookie]).toEqual([failed(code), '']);
  });

  test('accepts the open invitation for their address', async () => {
    const email = newAddress();
    const { token, company } = await invited(email);
    const { cookie } = await signIn(createProviderPerson({ email, name: 'Ann Mason' }));
    const user = await whoIs(cookie);
    expect(user).toMatchObject({ firstName: 'Ann', lastName: 'Mason', companyId: company.id });
    expect((await actions.post('/invitations/open', { token })).json().code).toBe(
      'INVITATION_USED',
    );
    expect((await actions.signIn(email)).statusCode).toBe(401);
  });

  test('gets a name without NUL, and is refused with NUL in the subject', async () => {
    const email = newAddress();
    await invited(email);
    const { cookie } = await signIn(
      createProviderPerson({ email, given_name: 'Ann\0', family_name: 'Ma\ud800son' }),
    );
    expect(await whoIs(cookie)).toMatchObject({ firstName: 'Ann', lastName: 'Ma\ufffdson' });
    const subject = `${createProviderPerson({})}\0`;
    provider.people.set(subject, { email: newAddress(), email_verified: true });
    expect((await signIn(subject)).page).toBe(failed('REFUSED'));
  });

  test('is refused if the invitation has expired', async () => {
    const email = newAddress();
    await invited(email, 'project_manager');
    await site.change(
      `update invitations set expires_at = '2000-01-01', created_at = '1999-12-01' where email = $1`,
      email,
    );
    expect((await signIn(createProviderPerson({ email }))).page).toBe(failed('ADDRESS_UNKNOWN'));
  });

  test.each([true, false])(
    "takes over a stranger's sign-up with their address, invited: %s",
    async (isInvited) => {
      const email = newAddress();
      const { companyCode, id: companyId } = await makeCompany(site.ctx);
      const signUp = { email, password: PASSWORD, firstName: 'Not', lastName: 'Ann', companyCode };
      await actions.post('/accounts', signUp);
      const stranger = cookieIn(await actions.signIn(email));
      const invitation = isInvited ? await invited(email) : null;
      const { cookie } = await signIn(
        createProviderPerson({ email, given_name: 'Ann', family_name: 'Lee' }),
      );
      expect(await whoIs(cookie)).toMatchObject({
        emailVerified: true,
        companyId: invitation?.company.id ?? companyId,
      });
      expect(await whoIs(stranger)).toBeNull();
      expect((await actions.signIn(email)).statusCode).toBe(401);
    },
  );
});

describe('a bound account', () => {
  test('can be released by an admin, which ends its sessions', async () => {
    const email = newAddress();
    const person = await makePerson(site.ctx, 'client', { email });
    const { cookie } = await signIn(createProviderPerson({ email }));
    expect(await site.as({ cookie }).account.get()).toMatchObject({ signsInByProvider: true });
    const released = await site.as(admin).people.unlinkProvider({ id: person.id });
    expect(released).toMatchObject({ id: person.id, signsInByProvider: false });
    expect(await whoIs(cookie)).toBeNull();
    const log = (await site.auditEntries(person.id)).map(({ action }) => action);
    expect(log.at(-1)).toBe('person.provider-released');
    const next = createProviderPerson({ email });
    await signIn(next);
    expect(await boundTo(person.id)).toEqual([next]);
  });

  test('without a password refuses actions that require one', async () => {
    const email = newAddress();
    await invited(email);
    const { cookie } = await signIn(createProviderPerson({ email }));
    const own = site.as({ cookie }).account;
    expect(await own.get()).toMatchObject({ hasPassword: false });
    await expect(own.beginSecondFactor({ password: PASSWORD })).rejects.toMatchObject({
      code: 'PASSWORD_NOT_SET',
    });
  });

  test('is released when a new password is set', async () => {
    const email = newAddress();
    const person = await makePerson(site.ctx, 'client', { email });
    await signIn(createProviderPerson({ email }));
    const link = { profileId: person.id, purpose: 'recover-password', email } as const;
    const token = await site.ctx.db.as({ kind: 'system' }, (tx) =>
      site.ctx.auth.tokens.issue(tx, link),
    );
    await actions.post('/accounts/recovery/password', { token, password: 'another crane' });
    expect(await boundTo(person.id)).toEqual([]);
  });
});

describe('a response from the provider', () => {
  test('does not sign in anyone after canceling', async () => {
    const { page, cookie } = await signIn(null, { next: '?next=/dashboard' });
    expect([page, cookie]).toEqual([`/auth?next=%2Fdashboard&failed=PROVIDER_CANCELED`, '']);
  });

  test('is accepted only unchanged, from the same browser, within ten minutes', async () => {
    const email = newAddress();
    await makePerson(site.ctx, 'client', { email });
    const subject = createProviderPerson({ email });
    const left = await leaveFor();
    const to = await provider.answer(left.url, subject);
    const wrongState = new URL(to);
    wrongState.searchParams.set('state', 'made-up');
    const refused = [
      await back(to, ''),
      await back(to, 'overfly_provider=made-up'),
      await back(to, (await leaveFor()).cookie),
      await back(wrongState, left.cookie),
    ];
    site.clock.advance(600_000);
    refused.push(await back(to, left.cookie));
    for (const answer of refused)
      expect([answer.headers.location, cookieIn(answer)]).toEqual([failed('REFUSED'), '']);
  });

  test('with the nonce of another sign-in is refused', async () => {
    const email = newAddress();
    await makePerson(site.ctx, 'client', { email });
    const left = await leaveFor();
    const url = new URL(left.url);
    url.searchParams.set('nonce', 'of-another-sign-in');
    const to = await provider.answer(url.href, createProviderPerson({ email }));
    expect((await back(to, left.cookie)).headers.location).toBe(failed('REFUSED'));
  });
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'refuses to redirect to %s',
  async (next) => {
    const email = newAddress();
    await makePerson(site.ctx, 'client', { email });
    const { page } = await signIn(createProviderPerson({ email }), {
      next: `?next=${encodeURIComponent(next)}`,
    });
    expect(page).toBe('/auth');
  },
);

test('an unreachable provider shows an error message', async () => {
  const down = { ...settings(), issuer: 'http://127.0.0.1:9' };
  const other = await openSite({ config: { publicUrl: PUBLIC_URL, oidc: down } });
  try {
    expect((await leaveFor('', other)).url).toBe(failed('UNREACHABLE'));
  } finally {
    await other.close();
  }
});

test('a provider is trusted only for the configured domains', async () => {
  const oidc = { ...settings(), domains: ['builder.example'] };
  const other = await openSite({ config: { publicUrl: PUBLIC_URL, oidc } });
  try {
    const [email, elsewhere] = [newAddress(), 'ann@elsewhere.example'];
    for (const address of [email, elsewhere])
      await makePerson(other.ctx, 'client', { email: address });
    const refused = await signIn(createProviderPerson({ email: elsewhere }), { at: other });
    expect(refused.page).toBe(failed('DOMAIN_REFUSED'));
    expect((await signIn(createProviderPerson({ email }), { at: other })).page).toBe('/auth');
  } finally {
    await other.close();
  }
});

test('settings can treat addresses without a verified claim as verified', async () => {
  const oidc = { ...settings(), domains: ['builder.example'], trustsAddresses: true };
  const other = await openSite({ config: { publicUrl: PUBLIC_URL, oidc } });
  try {
    const pageOf = async (claims: Claims, at: Site) => {
      const email = newAddress();
      await makePerson(at.ctx, 'client', { email });
      const subject = `subject-${++counter}`;
      provider.people.set(subject, { ...claims, email });
      return (await signIn(subject, { at })).page;
    };
    expect(await pageOf({}, site)).toBe(failed('ADDRESS_NOT_VERIFIED'));
    expect(await pageOf({}, other)).toBe('/auth');
    expect(await pageOf({ email_verified: false }, other)).toBe(failed('ADDRESS_NOT_VERIFIED'));
  } finally {
    await other.close();
  }
});

describe('a repeated callback, with a provider that accepts codes twice', () => {
  beforeAll(() => provider.allowCodeReuse());

  async function cameBack(subject: string | null) {
    const left = await leaveFor();
    const to = await provider.answer(left.url, subject);
    return () => back(to, left.cookie);
  }
  const member = async () => {
    const email = newAddress();
    const { id } = await makePerson(site.ctx, 'client', { email });
    return { id, subject: createProviderPerson({ email }) };
  };
  /** Includes the session created by `makePerson`. */
  const sessionsOf = (userId: string) =>
    site.rows.selectFrom('auth.sessions').select('id').where('userId', '=', userId).execute();

  test('signs in once, even at the same moment', async () => {
    const { id, subject } = await member();
    const again = await cameBack(subject);
    const pages = await Promise.all(Array.from({ length: 5 }, again));
    expect(pages.filter((answer) => cookieIn(answer) !== '')).toHaveLength(1);
    const later = await again();
    expect([later.headers.location, cookieIn(later)]).toEqual([failed('REFUSED'), '']);
    expect(await sessionsOf(id)).toHaveLength(2);
  });

  test('is used up even by a failed response', async () => {
    const { subject } = await member();
    const left = await leaveFor();
    const to = await provider.answer(left.url, subject);
    const wrong = new URL(to);
    wrong.searchParams.set('code', 'another');
    expect((await back(wrong, left.cookie)).headers.location).toBe(failed('REFUSED'));
    expect((await back(to, left.cookie)).headers.location).toBe(failed('REFUSED'));
  });
});
