import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvitationInput, type InvitationsPage } from '#domain/invitations.ts';
import type { Role } from '#domain/roles.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import {
  makeCompany,
  makeInvitation,
  makePerson,
  newestToken,
  PASSWORD,
  signInAs,
  type Person,
} from '#test/factories.ts';
import { testDatabaseKind } from '#test/database.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { untilBlocked } from '#test/row-locks.ts';
import { changeCompany } from '../companies/service.ts';
import { inviteAdmin } from './service.ts';

const DAY_MS = 86_400_000;
let product: TestApp;
let admin: Person;
beforeAll(async () => {
  product = await buildApp({ config: { publicUrl: 'http://photos.example' } });
  admin = await makePerson(product.ctx, 'admin');
});
afterAll(() => product.close());

let counter = 0;
const newAddress = () => `invited${++counter}@overfly.example`;

const post = (path: string, body: object, { cookie } = admin) =>
  product.inject({ method: 'POST', url: `/api/invitations${path}`, headers: { cookie }, body });
const open = (token: string) => post('/open', { token }, { cookie: '' } as Person);
const accept = (token: string, password = PASSWORD) =>
  post('/accept', { token, firstName: 'Ingrid', lastName: 'Vance', password }, {
    cookie: '',
  } as Person);

async function invited(role: Role = 'client', inviter = admin) {
  const { id: companyId } = await makeCompany(product.ctx);
  const input = {
    email: newAddress(),
    contactName: 'Ingrid Vance',
    phone: '555 1',
    notes: 'Crane 2',
  };
  return makeInvitation(
    product.ctx,
    inviter.viewer,
    InvitationInput.parse({ ...input, role, companyId }),
  );
}

/** What the list says stands in the way of an invitation. */
async function obstacleTo(id: string) {
  const { cookie } = admin;
  const list = await product.inject({ url: '/api/invitations', headers: { cookie } });
  return list.json<InvitationsPage>().invitations.find((one) => one.id === id)?.obstacle;
}

const words = (answer: { json(): { code: string } }) => answer.json().code;

describe('inviting a client', () => {
  test('sends a mail with a link that leads to their own account', async () => {
    const company = await makeCompany(product.ctx);
    const email = newAddress();
    const contact = {
      email: ` ${email.toUpperCase()} `,
      contactName: 'Ingrid Vance',
      phone: '555 1',
    };
    const made = await post('', { ...contact, companyId: company.id });
    expect(made.json()).toMatchObject({ email, role: 'client', companyCode: company.companyCode });
    await deliverMails(product.ctx);
    const mail = (await readMailbox(product.ctx.config.dataDir)).at(-1);
    expect(mail).toMatchObject({ to: email, subject: 'You are invited to Overfly' });
    const link = new URL(mail?.links[0] ?? '');
    expect(link.href).toMatch(/^http:\/\/photos\.example\/auth\/invitation#[\w-]{43}$/);

    const token = link.hash.slice(1);
    expect((await open(token)).json()).toMatchObject({ email, companyName: 'Test Company' });
    const accepted = await accept(token);
    expect(accepted.json()).toEqual({ email });
    const cookie = await signInAs(product.ctx, email);
    const session = await product.inject({ url: '/api/session', headers: { cookie } });
    expect(session.json()).toMatchObject({
      user: {
        email,
        emailVerified: true,
        firstName: 'Ingrid',
        role: 'client',
        companyId: company.id,
      },
    });
  });

  test('keeps phone and notes for the account, and the token as its hash only', async () => {
    const { token, email, id } = await invited();
    const kept = await product.ctx.db.pool.query('select * from invitations where id = $1', [id]);
    expect(JSON.stringify(kept.rows)).not.toContain(token);
    await accept(token);
    const { rows } = await product.ctx.db.pool.query(
      'select phone, notes from profiles where email = $1',
      [email],
    );
    expect(rows).toEqual([{ phone: '555 1', notes: 'Crane 2' }]);
  });

  test('is written to the log from the invitation to the account, without the address', async () => {
    const { token, id, email } = await invited();
    await accept(token);
    const { rows } = await product.ctx.db.pool.query(
      'select action, actor_kind, detail from audit_log where subject_id = $1 order by id',
      [id],
    );
    expect(rows.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['invitation.created', 'staff'],
      ['invitation.accepted', 'system'],
    ]);
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  test('is refused for who has an account, who was invited, and a company that is not active', async () => {
    const { email, companyId } = await invited();
    const again = { email, contactName: 'Again', companyId };
    expect(words(await post('', again))).toBe('INVITATION_OPEN');
    expect(words(await post('', { ...again, email: admin.email }))).toBe('ADDRESS_HAS_ACCOUNT');
    await changeCompany(product.ctx, admin.viewer, companyId ?? '', { isActive: false });
    const late = await post('', { ...again, email: newAddress() });
    expect(late.json()).toMatchObject({
      message: 'This company is not active. Activate it first.',
    });
    expect(words(await post('', { email: newAddress(), contactName: 'None' }))).toBe(
      'INVALID_INPUT',
    );
  });
});

describe('a link', () => {
  test('is good for 7 days, and for nothing at the end of the last', async () => {
    const { token, email, companyId } = await invited();
    product.clock.advance(7 * DAY_MS - 1000);
    expect((await open(token)).statusCode).toBe(200);
    product.clock.advance(1000);
    expect((await open(token)).json()).toMatchObject({
      code: 'INVITATION_EXPIRED',
      message: 'This invitation has expired. Please ask for a new one.',
    });
    expect(words(await accept(token))).toBe('INVITATION_EXPIRED');
    admin = { ...admin, cookie: await signInAs(product.ctx, admin.email) };
    const anew = await post('', { email, contactName: 'Anew', companyId });
    expect(anew.statusCode).toBe(200);
    expect(words(await open(token))).toBe('INVITATION_REVOKED');
  });

  test('makes one account, also when it is used twice at the same moment', async () => {
    const { token, email } = await invited();
    const codes = (await Promise.all([accept(token), accept(token)])).map(
      ({ statusCode }) => statusCode,
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect((await accept(token)).json()).toMatchObject({
      code: 'INVITATION_USED',
      message: 'This invitation was already used. Please log in to your account.',
    });
    const { rowCount } = await product.ctx.db.pool.query('select from profiles where email = $1', [
      email,
    ]);
    expect(rowCount).toBe(1);
  });

  // Embedded there is one connection: nothing runs beside.
  const races: [string, boolean, string, string | null][] = [
    ['verified', true, 'ADDRESS_HAS_ACCOUNT', null],
    ['not verified', false, 'accepted', 'Ingrid'],
  ];
  test.each(testDatabaseKind() === 'server' ? races : [])(
    'sees an account that is made with the address at that moment, %s',
    async (_how, isVerified, outcome, firstName) => {
      const { token, email } = await invited();
      const { db } = product.ctx;
      const signUp = await db.pool.connect();
      await signUp.query('begin');
      await signUp.query(
        `with made as (
           insert into auth.users (email, name, email_verified) values ($1, 'Stranger', $2)
           returning id, email
         ) insert into profiles (id, email) select id, email from made`,
        [email, isVerified],
      );
      const accepted = accept(token);
      await untilBlocked(db);
      await signUp.query('commit');
      signUp.release();
      expect((await accepted).json<{ code?: string }>().code ?? 'accepted').toBe(outcome);
      const { rows } = await db.pool.query('select first_name from profiles where email = $1', [
        email,
      ]);
      expect(rows).toEqual([{ first_name: firstName }]);
    },
  );

  test('survives a password that is refused', async () => {
    const { token } = await invited();
    expect((await accept(token, 'password123')).statusCode).toBe(400);
    expect((await accept(token)).statusCode).toBe(200);
  });

  test('ends when another is sent, and when it is revoked', async () => {
    const { token, id, email } = await invited();
    expect((await post(`/${id}/resend`, {})).statusCode).toBe(200);
    const second = await newestToken(product.ctx, email);
    expect(second).not.toBe(token);
    expect(words(await open(token))).toBe('INVITATION_NOT_VALID');
    expect((await open(second)).statusCode).toBe(200);
    const { cookie } = admin;
    await product.inject({ method: 'DELETE', url: `/api/invitations/${id}`, headers: { cookie } });
    expect(words(await accept(second))).toBe('INVITATION_REVOKED');
    expect(words(await post(`/${id}/resend`, {}))).toBe('INVITATION_NOT_FOUND');
  });

  test('ends with a company that takes no new people', async () => {
    const { token, companyId, id } = await invited();
    expect(await obstacleTo(id)).toBeNull();
    await changeCompany(product.ctx, admin.viewer, companyId ?? '', { isActive: false });
    expect(words(await accept(token))).toBe('INVITATION_REVOKED');
    expect(await obstacleTo(id)).toBe('company-inactive');
    await changeCompany(product.ctx, admin.viewer, companyId ?? '', { isActive: true });
    expect(await obstacleTo(id)).toBeNull();
    expect((await accept(token)).statusCode).toBe(200);
  });

  test('to an address that got an account meanwhile says so, and is settled', async () => {
    const { token, id, email, companyId } = await invited();
    await makePerson(product.ctx, 'client', { email, companyId: companyId ?? '' });
    expect(words(await open(token))).toBe('ADDRESS_HAS_ACCOUNT');
    expect(words(await accept(token))).toBe('ADDRESS_HAS_ACCOUNT');
    const { cookie } = admin;
    const list = await product.inject({ url: '/api/invitations', headers: { cookie } });
    expect(list.statusCode).toBe(200);
    expect(list.body).not.toContain(id);
    const { rows } = await product.ctx.db.pool.query(
      'select action from audit_log where subject_id = $1 order by id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['invitation.created', 'invitation.settled']);
  });

  test('is not sent again to an address that has an account', async () => {
    const { id, email } = await invited();
    await makePerson(product.ctx, 'client', { email });
    // As it was left by a version that did not settle it.
    await product.ctx.db.pool.query('update invitations set revoked_at = null where id = $1', [id]);
    expect(words(await post(`/${id}/resend`, {}))).toBe('ADDRESS_HAS_ACCOUNT');
  });
});

describe('inviting staff', () => {
  test('gives the role and no company', async () => {
    const { token, email } = await invited('project_manager');
    await accept(token);
    const { rows } = await product.ctx.db.pool.query(
      'select role, company_id from profiles where email = $1',
      [email],
    );
    expect(rows).toEqual([{ role: 'project_manager', company_id: null }]);
  });

  test.each(["role = 'operator'", 'is_active = false'])(
    'holds only until %s of who invited',
    async (change) => {
      const other = await makePerson(product.ctx, 'admin');
      const { token, id } = await invited('admin', other);
      await product.ctx.db.pool.query(`update profiles set ${change} where id = $1`, [other.id]);
      expect(words(await accept(token))).toBe('INVITATION_REVOKED');
      expect(await obstacleTo(id)).toBe('inviter-no-admin');
      expect((await post(`/${id}/resend`, {})).statusCode).toBe(200);
      expect(await obstacleTo(id)).toBeNull();
    },
  );

  test('leaves the address to others when it has run out, though they do not see it', async () => {
    const { token, email } = await invited('operator');
    const operator = await makePerson(product.ctx, 'operator');
    const { id: companyId } = await makeCompany(product.ctx);
    const asClient = { email, contactName: 'Ingrid Vance', companyId };
    expect((await post('', asClient, operator)).json()).toMatchObject({
      code: 'INVITATION_OPEN',
      message: 'This email address has already been invited as staff. Please ask an admin.',
    });
    expect((await post('', asClient)).json()).toMatchObject({
      code: 'INVITATION_OPEN',
      message: 'This email address has already been invited. Resend that invitation instead.',
    });
    product.clock.advance(7 * DAY_MS);
    const cookie = await signInAs(product.ctx, operator.email);
    admin = { ...admin, cookie: await signInAs(product.ctx, admin.email) };
    const made = await post('', asClient, { ...operator, cookie });
    expect(made.json()).toMatchObject({ email, role: 'client', companyId });
    expect(words(await open(token))).toBe('INVITATION_REVOKED');
  });

  test('is not to be seen or done by anybody else, in the database neither', async () => {
    const operator = await makePerson(product.ctx, 'operator');
    const { id, email } = await invited('admin');
    const { cookie } = operator;
    const list = await product.inject({ url: '/api/invitations', headers: { cookie } });
    expect(list.body).not.toContain(id);
    await expect(
      product.ctx.db.as(operator.viewer, (tx) =>
        tx
          .insertInto('invitations')
          .values({ email: `x${email}`, role: 'admin', tokenHash: 'x', expiresAt: new Date() })
          .execute(),
      ),
    ).rejects.toThrow('row-level security');
  });
});

test('whoever runs the installation invites an admin, and again when the mail was lost', async () => {
  const email = newAddress();
  const tokenOf = (url: string) => new URL(url).hash.slice(1);
  const first = tokenOf(await inviteAdmin(product.ctx, ` ${email.toUpperCase()}`));
  const second = tokenOf(await inviteAdmin(product.ctx, email));
  expect(await newestToken(product.ctx, email)).toBe(second);
  expect(words(await accept(first))).toBe('INVITATION_REVOKED');
  expect((await accept(second)).statusCode).toBe(200);
  await expect(inviteAdmin(product.ctx, email)).rejects.toMatchObject({
    code: 'ADDRESS_HAS_ACCOUNT',
  });
  const { rows } = await product.ctx.db.pool.query('select role from profiles where email = $1', [
    email,
  ]);
  expect(rows).toEqual([{ role: 'admin' }]);
});
