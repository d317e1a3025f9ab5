import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InvitationInput } from '#domain/invitations.ts';
import type { Role } from '#domain/roles.ts';
import { accountActions, cookieIn } from '#test/accounts.ts';
import { appCode } from '#test/authenticator.ts';
import { makeCompany, makeInvitation, makePerson, PASSWORD, type Person } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { registerAccountJobs } from './recover.ts';

/** The attacker knows the owner's email address and a company code. */
const STRANGERS_PASSWORD = 'an account for the taking';
const OWNERS_PASSWORD = 'another crane at dawn';
const site = runSite();
let actions: ReturnType<typeof accountActions>;
let admin: Person;
let strangersCompany: Awaited<ReturnType<typeof makeCompany>>;

beforeAll(async () => {
  actions = accountActions(site);
  await registerAccountJobs(site.ctx);
});
beforeEach(async () => {
  admin = await makePerson(site.ctx, 'admin');
  strangersCompany = await makeCompany(site.ctx);
});

let counter = 0;
const newAddress = () => `vip${++counter}@site.example`;
const codeOf = (answer: { json(): { code?: string } }) => answer.json().code;

const signUp = (email: string) =>
  actions.post('/accounts', {
    email,
    password: STRANGERS_PASSWORD,
    firstName: 'Stranger',
    lastName: 'Danger',
    companyCode: strangersCompany.companyCode,
  });

/** An attacker signs up with someone else's address, signs in, and sets up a second factor. */
async function hijackAccount(email = newAddress()) {
  expect((await signUp(email)).statusCode).toBe(200);
  const stranger = { cookie: cookieIn(await actions.signIn(email, STRANGERS_PASSWORD)) };
  const begun = await actions.post(
    '/account/second-factor',
    { password: STRANGERS_PASSWORD },
    stranger,
  );
  const code = appCode(begun.json().secret, site.clock.now());
  const on = await actions.post('/account/second-factor/code', { code }, stranger);
  expect(on.statusCode).toBe(200);
  return { email, stranger };
}

async function invited(email: string, role: Role = 'client') {
  const company = await makeCompany(site.ctx);
  const contact = { email, contactName: 'Vera Price', phone: '555 7', notes: 'Gate 3' };
  const input = InvitationInput.parse({ ...contact, role, companyId: company.id });
  return { ...(await makeInvitation(site.ctx, admin.viewer, input)), company };
}

const accept = (token: string, password = OWNERS_PASSWORD) =>
  actions.post('/invitations/accept', { token, password, firstName: 'Vera', lastName: 'Price' });

const listed = async () =>
  (await actions.get('/invitations', undefined, { cookie: admin.cookie }))
    .json<{ invitations: { email: string }[] }>()
    .invitations.map(({ email }) => email);

/** Expects that the attacker's credentials open nothing, and the owner's password alone opens the account. */
async function expectOwnersAccess(email: string, stranger: { cookie: string }) {
  expect(await actions.whoIs(stranger.cookie)).toMatchObject({ user: null });
  expect((await actions.signIn(email, STRANGERS_PASSWORD)).statusCode).toBe(401);
  const signedIn = await actions.signIn(email, OWNERS_PASSWORD);
  expect(signedIn.json()).toMatchObject({ needsCode: false, user: { email, emailVerified: true } });
  return signedIn.json().user;
}

describe('an unverified sign-up by a stranger', () => {
  test('leaves the invitation open, which gives the account to its owner', async () => {
    const email = newAddress();
    const { token, company } = await invited(email);
    const { stranger } = await hijackAccount(email);
    expect(await listed()).toContain(email);
    expect((await actions.post('/invitations/open', { token })).statusCode).toBe(200);
    expect((await accept(token)).statusCode).toBe(200);
    const user = await expectOwnersAccess(email, stranger);
    expect(user).toMatchObject({ firstName: 'Vera', role: 'client', companyId: company.id });
    const known = site.rows
      .selectFrom('profiles')
      .select(['phone', 'notes'])
      .where('email', '=', email);
    expect(await known.execute()).toEqual([{ phone: '555 7', notes: 'Gate 3' }]);
    expect(await listed()).not.toContain(email);
  });

  test('does not prevent inviting the address, even as staff, or resending', async () => {
    const { email, stranger } = await hijackAccount();
    const { id } = await invited(email, 'project_manager');
    const again = await actions.post(`/invitations/${id}/resend`, {}, { cookie: admin.cookie });
    expect(again.statusCode).toBe(200);
    const mail = (await actions.mailsTo(email)).at(-1);
    const token = new URL(mail?.links[0] ?? '').hash.slice(1);
    expect((await accept(token)).statusCode).toBe(200);
    const user = await expectOwnersAccess(email, stranger);
    expect(user).toMatchObject({ role: 'project_manager', companyId: null });
  });

  test("cannot move an invitation's rights to another address", async () => {
    const { email, stranger } = await hijackAccount();
    const elsewhere = newAddress();
    const asked = await actions.post(
      '/account/email',
      { email: elsewhere, password: STRANGERS_PASSWORD },
      stranger,
    );
    expect(codeOf(asked)).toBe('PRESENT_ADDRESS_NOT_VERIFIED');
    expect(await actions.mailsTo(elsewhere)).toEqual([]);
    await accept((await invited(email)).token);
    await expectOwnersAccess(email, stranger);
  });

  test('can be taken over even if staff deactivated it', async () => {
    const { email, stranger } = await hijackAccount();
    const person = site.rows.selectFrom('profiles').select('id').where('email', '=', email);
    const path = `/people/${(await person.executeTakeFirstOrThrow()).id}/deactivate`;
    expect((await actions.post(path, {}, { cookie: admin.cookie })).statusCode).toBe(200);
    expect((await accept((await invited(email)).token)).statusCode).toBe(200);
    await expectOwnersAccess(email, stranger);
  });

  test('at the same moment does not block accepting an invitation', async () => {
    const email = newAddress();
    const { token } = await invited(email);
    const [accepted] = await Promise.all([accept(token), signUp(email)]);
    expect(accepted.statusCode).toBe(200);
    expect((await actions.signIn(email, STRANGERS_PASSWORD)).statusCode).toBe(401);
    expect((await actions.signIn(email, OWNERS_PASSWORD)).statusCode).toBe(200);
  });
});

describe('the owner of an address that a stranger signed up with', () => {
  const verify = (body: object, headers = {}) =>
    actions.post('/accounts/verification/confirm', body, headers);

  test('cannot verify the account by link without its password', async () => {
    const { email } = await hijackAccount();
    const token = await actions.linkTo(email, 'verify');
    expect(codeOf(await verify({ token }))).toBe('LINK_NEEDS_PASSWORD');
    expect(codeOf(await verify({ token }, { cookie: admin.cookie }))).toBe('LINK_NEEDS_PASSWORD');
    expect(codeOf(await verify({ token, password: OWNERS_PASSWORD }))).toBe('WRONG_PASSWORD');
    const user = site.rows
      .selectFrom('auth.users')
      .select('emailVerified')
      .where('email', '=', email);
    expect(await user.execute()).toEqual([{ emailVerified: false }]);
    // The link isn't used up: it works with the right password.
    expect((await verify({ token, password: STRANGERS_PASSWORD })).statusCode).toBe(200);
  });

  test('can try the password ten times per link', async () => {
    const { email } = await hijackAccount();
    const token = await actions.linkTo(email, 'verify');
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(codeOf(await verify({ token, password: `no ${n}` })));
    expect(new Set(answers.slice(0, 10))).toEqual(new Set(['WRONG_PASSWORD']));
    expect(answers[10]).toBe('RATE_LIMITED');
  });

  test("gets the account with a new password, without the stranger's second factor", async () => {
    const { email, stranger } = await hijackAccount();
    const invitation = await invited(email);
    await actions.post('/accounts/recovery', { email });
    const token = await actions.linkTo(email, 'recovery');
    await actions.post('/accounts/recovery/password', { token, password: OWNERS_PASSWORD });
    await expectOwnersAccess(email, stranger);
    expect(codeOf(await actions.post('/invitations/open', { token: invitation.token }))).toBe(
      'ADDRESS_HAS_ACCOUNT',
    );
    expect(await listed()).not.toContain(email);
  });

  test('keeps the account despite a concurrent password change', async () => {
    const { email } = await makePerson(site.ctx, 'client');
    const thief = { cookie: cookieIn(await actions.signIn(email)) };
    await actions.post('/accounts/recovery', { email });
    const token = await actions.linkTo(email, 'recovery');
    const change = { password: PASSWORD, newPassword: STRANGERS_PASSWORD };
    const [recovered] = await Promise.all([
      actions.post('/accounts/recovery/password', { token, password: OWNERS_PASSWORD }),
      actions.post('/account/password', change, thief),
    ]);
    // Either the recovery came first and invalidated the link, or the recovery came too late.
    const owners = recovered.statusCode === 200;
    expect((await actions.signIn(email, OWNERS_PASSWORD)).statusCode).toBe(owners ? 200 : 401);
    expect((await actions.signIn(email, STRANGERS_PASSWORD)).statusCode).toBe(owners ? 401 : 200);
  });

  test("does not lose the address to a stranger's change-of-address link", async () => {
    const stranger = await makePerson(site.ctx, 'client');
    const email = newAddress();
    const here = { cookie: stranger.cookie };
    await actions.post('/account/email', { email, password: PASSWORD }, here);
    const token = await actions.linkTo(email, 'new-address');
    expect(codeOf(await verify({ token }))).toBe('LINK_NEEDS_PASSWORD');
    expect(codeOf(await verify({ token }, { cookie: admin.cookie }))).toBe('LINK_NEEDS_PASSWORD');
    expect(await actions.whoIs(stranger.cookie)).toMatchObject({ user: { email: stranger.email } });
    expect((await verify({ token, password: PASSWORD })).statusCode).toBe(200);
  });
});

test('a new password keeps the second factor of a verified account', async () => {
  const { email, cookie } = await makePerson(site.ctx, 'client');
  const begun = await actions.post('/account/second-factor', { password: PASSWORD }, { cookie });
  const code = appCode(begun.json().secret, site.clock.now());
  await actions.post('/account/second-factor/code', { code }, { cookie });
  await actions.post('/accounts/recovery', { email });
  const token = await actions.linkTo(email, 'recovery');
  await actions.post('/accounts/recovery/password', { token, password: OWNERS_PASSWORD });
  expect((await actions.signIn(email, OWNERS_PASSWORD)).json()).toMatchObject({ needsCode: true });
});
