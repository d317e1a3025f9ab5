import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { InvitationInput } from '#domain/invitations.ts';
import type { Role } from '#domain/roles.ts';
import {
  makeCompany,
  makeInvitation,
  makePerson,
  newestToken,
  PASSWORD,
  signInAs,
  type Person,
} from '#test/factories.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { waitUntilBlocked } from '#test/row-locks.ts';
import { runSite } from '#test/site.ts';
import { changeCompany } from '#server/projects/companies/service.ts';
import { inviteAdmin } from './service.ts';

const DAY_MS = 86_400_000;
const site = runSite({ config: { publicUrl: 'http://photos.example' } });
let admin: Person;
beforeAll(async () => {
  admin = await makePerson(site.ctx, 'admin');
});

let counter = 0;
const newAddress = () => `invited${++counter}@overfly.example`;

const as = (person: Person | null) => site.as(person).invitations;
const open = (token: string) => as(null).open({ token });
const accept = (token: string, password = PASSWORD) =>
  as(null).accept({ token, firstName: 'Ingrid', lastName: 'Vance', password });
const profileOf = (email: string) =>
  site.rows.selectFrom('profiles').selectAll().where('email', '=', email).executeTakeFirst();

async function invited(role: Role = 'client', inviter = admin) {
  const { id: companyId } = await makeCompany(site.ctx);
  const input = {
    email: newAddress(),
    contactName: 'Ingrid Vance',
    phone: '555 1',
    notes: 'Crane 2',
  };
  return makeInvitation(
    site.ctx,
    inviter.viewer,
    InvitationInput.parse({ ...input, role, companyId }),
  );
}

/** Why the list says that an invitation can't be accepted. */
async function obstacleTo(id: string) {
  const { invitations } = await as(admin).list({});
  return invitations.find((one) => one.id === id)?.obstacle;
}

/** The error code of a refused call. */
const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not refused',
    (error: { code?: unknown }) => error.code,
  );

describe('inviting a client', () => {
  test('sends an email with a link that opens their own account', async () => {
    const company = await makeCompany(site.ctx);
    const email = newAddress();
    const contact = {
      email: ` ${email.toUpperCase()} `,
      contactName: 'Ingrid Vance',
      phone: '555 1',
    };
    const made = await as(admin).create({ ...contact, companyId: company.id });
    expect(made).toMatchObject({ email, role: 'client', companyCode: company.companyCode });
    await deliverMails(site.ctx);
    const mail = (await readMailbox(site.ctx.config.dataDir)).at(-1);
    expect(mail).toMatchObject({ to: email, subject: "You're invited to Overfly" });
    const link = new URL(mail?.links[0] ?? '');
    expect(link.href).toMatch(/^http:\/\/photos\.example\/auth\/invitation#[\w-]{43}$/);

    const token = link.hash.slice(1);
    expect(await open(token)).toMatchObject({ email, companyName: 'Test Company' });
    expect(await accept(token)).toEqual({ email });
    const cookie = await signInAs(site.ctx, email);
    expect(await site.as({ cookie }).session.get()).toMatchObject({
      user: {
        email,
        emailVerified: true,
        firstName: 'Ingrid',
        role: 'client',
        companyId: company.id,
      },
    });
  });

  test('keeps phone and notes for the account, and only a hash of the token', async () => {
    const { token, email, id } = await invited();
    const kept = await site.rows
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', id)
      .execute();
    expect(JSON.stringify(kept)).not.toContain(token);
    await accept(token);
    expect(await profileOf(email)).toMatchObject({ phone: '555 1', notes: 'Crane 2' });
  });

  test('is audited without the address', async () => {
    const { token, id, email } = await invited();
    await accept(token);
    const log = await site.auditEntries(id);
    expect(log.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['invitation.created', admin.id],
      ['invitation.accepted', null],
    ]);
    expect(JSON.stringify(log)).not.toContain(email);
  });

  test('is refused for existing accounts, open invitations and inactive companies', async () => {
    const { email, companyId } = await invited();
    const again = { email, contactName: 'Again', companyId };
    const { create } = as(admin);
    expect(await refusal(create(again))).toBe('INVITATION_OPEN');
    expect(await refusal(create({ ...again, email: admin.email }))).toBe('ADDRESS_HAS_ACCOUNT');
    await changeCompany(site.ctx, admin.viewer, { id: companyId ?? '', isActive: false });
    await expect(create({ ...again, email: newAddress() })).rejects.toMatchObject({
      message: 'This company is not active. Activate it first.',
    });
    const ofNoCompany = create({ email: newAddress(), contactName: 'None' });
    expect(await refusal(ofNoCompany)).toBe('INVALID_INPUT');
  });
});

describe('a link', () => {
  test('works for 7 days', async () => {
    const { token, email, companyId } = await invited();
    site.clock.advance(7 * DAY_MS - 1000);
    expect(await open(token)).toMatchObject({ email });
    site.clock.advance(1000);
    await expect(open(token)).rejects.toMatchObject({
      code: 'INVITATION_EXPIRED',
      message: ERRORS.INVITATION_EXPIRED[1],
    });
    expect(await refusal(accept(token))).toBe('INVITATION_EXPIRED');
    admin = { ...admin, cookie: await signInAs(site.ctx, admin.email) };
    await as(admin).create({ email, contactName: 'Anew', companyId });
    expect(await refusal(open(token))).toBe('INVITATION_REVOKED');
  });

  test('creates one account, even if used twice at the same moment', async () => {
    const { token, email } = await invited();
    const both = await Promise.allSettled([accept(token), accept(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(accept(token)).rejects.toMatchObject({
      status: 410,
      code: 'INVITATION_USED',
      message: ERRORS.INVITATION_USED[1],
    });
    expect(await profileOf(email)).toMatchObject({ firstName: 'Ingrid' });
  });

  const races: [string, boolean, string, string | null][] = [
    ['verified', true, 'ADDRESS_HAS_ACCOUNT', null],
    ['not verified', false, 'not refused', 'Ingrid'],
  ];
  test.each(races)(
    'handles an account created with the address at the same moment: %s',
    async (_how, isVerified, outcome, firstName) => {
      const { token, email } = await invited();
      const id = randomUUID();
      const signUp = await site.rows.startTransaction().execute();
      const user = { id, email, emailVerified: isVerified };
      await signUp.insertInto('auth.users').values(user).execute();
      await signUp.insertInto('profiles').values({ id, email }).execute();
      const accepted = refusal(accept(token));
      await waitUntilBlocked(site.ctx.db);
      await signUp.commit().execute();
      expect(await accepted).toBe(outcome);
      expect(await profileOf(email)).toMatchObject({ firstName });
    },
  );

  test('still works after a rejected password', async () => {
    const { token } = await invited();
    await expect(accept(token, 'password123')).rejects.toMatchObject({ status: 400 });
    await accept(token);
  });

  test('stops working when another is sent, and when it is revoked', async () => {
    const { token, id, email } = await invited();
    await as(admin).resend({ id });
    const second = await newestToken(site.ctx, email);
    expect(second).not.toBe(token);
    expect(await refusal(open(token))).toBe('INVITATION_NOT_VALID');
    expect(await open(second)).toMatchObject({ email });
    await as(admin).revoke({ id });
    expect(await refusal(accept(second))).toBe('INVITATION_REVOKED');
    expect(await refusal(as(admin).resend({ id }))).toBe('INVITATION_NOT_FOUND');
  });

  test('does not work while the company is inactive', async () => {
    const { token, companyId, id } = await invited();
    expect(await obstacleTo(id)).toBeNull();
    await changeCompany(site.ctx, admin.viewer, { id: companyId ?? '', isActive: false });
    expect(await refusal(accept(token))).toBe('INVITATION_REVOKED');
    expect(await obstacleTo(id)).toBe('company-inactive');
    await changeCompany(site.ctx, admin.viewer, { id: companyId ?? '', isActive: true });
    expect(await obstacleTo(id)).toBeNull();
    await accept(token);
  });

  test('is settled when the address gets an account another way', async () => {
    const { token, id, email, companyId } = await invited();
    await makePerson(site.ctx, 'client', { email, companyId: companyId ?? '' });
    expect(await refusal(open(token))).toBe('ADDRESS_HAS_ACCOUNT');
    expect(await refusal(accept(token))).toBe('ADDRESS_HAS_ACCOUNT');
    expect(JSON.stringify(await as(admin).list({}))).not.toContain(id);
    const log = await site.auditEntries(id);
    expect(log.map(({ action }) => action)).toEqual(['invitation.created', 'invitation.settled']);
  });

  test('is not sent again to an address that has an account', async () => {
    const { id, email } = await invited();
    await makePerson(site.ctx, 'client', { email });
    // As left by an older version that didn't end invitations.
    await site.rows
      .updateTable('invitations')
      .set({ revokedAt: null })
      .where('id', '=', id)
      .execute();
    expect(await refusal(as(admin).resend({ id }))).toBe('ADDRESS_HAS_ACCOUNT');
  });
});

describe('inviting staff', () => {
  test('assigns the role without a company', async () => {
    const { token, email } = await invited('project_manager');
    await accept(token);
    expect(await profileOf(email)).toMatchObject({ role: 'project_manager', companyId: null });
  });

  test.each([{ role: 'operator' }, { isActive: false }] as const)(
    'ends when the inviter changes to %j',
    async (change) => {
      const other = await makePerson(site.ctx, 'admin');
      const { token, id } = await invited('admin', other);
      await site.rows.updateTable('profiles').set(change).where('id', '=', other.id).execute();
      expect(await refusal(accept(token))).toBe('INVITATION_REVOKED');
      expect(await obstacleTo(id)).toBe('inviter-no-admin');
      await as(admin).resend({ id });
      expect(await obstacleTo(id)).toBeNull();
    },
  );

  test("reserves the address until it expires, even against people who can't see it", async () => {
    const { token, email } = await invited('operator');
    const operator = await makePerson(site.ctx, 'operator');
    const { id: companyId } = await makeCompany(site.ctx);
    const asClient = { email, contactName: 'Ingrid Vance', companyId };
    await expect(as(operator).create(asClient)).rejects.toMatchObject({
      code: 'INVITATION_OPEN',
      message: 'This email address has already been invited as staff. Please ask an admin.',
    });
    await expect(as(admin).create(asClient)).rejects.toMatchObject({
      code: 'INVITATION_OPEN',
      message: ERRORS.INVITATION_OPEN[1],
    });
    site.clock.advance(7 * DAY_MS);
    const cookie = await signInAs(site.ctx, operator.email);
    admin = { ...admin, cookie: await signInAs(site.ctx, admin.email) };
    const made = await as({ ...operator, cookie }).create(asClient);
    expect(made).toMatchObject({ email, role: 'client', companyId });
    expect(await refusal(open(token))).toBe('INVITATION_REVOKED');
  });

  test('is hidden from other staff, who cannot insert one either', async () => {
    const operator = await makePerson(site.ctx, 'operator');
    const { id, email } = await invited('admin');
    expect(JSON.stringify(await as(operator).list({}))).not.toContain(id);
    await expect(
      site.ctx.db.as(operator.viewer, (tx) =>
        tx
          .insertInto('invitations')
          .values({ email: `x${email}`, role: 'admin', tokenHash: 'x', expiresAt: new Date() })
          .execute(),
      ),
    ).rejects.toThrow('row-level security');
  });
});

test("the server's administrator can invite an admin, and do so again", async () => {
  const email = newAddress();
  const tokenOf = (url: string) => new URL(url).hash.slice(1);
  const first = tokenOf(await inviteAdmin(site.ctx, ` ${email.toUpperCase()}`));
  const second = tokenOf(await inviteAdmin(site.ctx, email));
  expect(await newestToken(site.ctx, email)).toBe(second);
  expect(await refusal(accept(first))).toBe('INVITATION_REVOKED');
  await accept(second);
  await expect(inviteAdmin(site.ctx, email)).rejects.toMatchObject({
    code: 'ADDRESS_HAS_ACCOUNT',
  });
  expect(await profileOf(email)).toMatchObject({ role: 'admin' });
});
