import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '#db/types.ts';
import { ERRORS } from '#domain/errors.ts';
import type { Role } from '#domain/roles.ts';
import {
  makeCompany,
  makePerson,
  makeProject,
  signInAs,
  type Person as Somebody,
} from '#test/factories.ts';
import { waitUntilBlocked } from '#test/row-locks.ts';
import { runSite } from '#test/site.ts';
import { changeCompany } from '../projects/companies/service.ts';
import { addMember } from '../projects/members/service.ts';

const site = runSite();
let admin: Somebody;
let operator: Somebody;
beforeAll(async () => {
  admin = await makePerson(site.ctx, 'admin');
  operator = await makePerson(site.ctx, 'operator');
});

const as = (person: Somebody) => site.as(person).people;
const listed = async (id: string, viewer = operator) =>
  (await as(viewer).list({})).people.find((person) => person.id === id);

const makeClient = async () => {
  const company = await makeCompany(site.ctx);
  return { company, client: await makePerson(site.ctx, 'client', { companyId: company.id }) };
};

const actionsOn = async (id: string) => {
  const log = await site.auditEntries(id);
  return log.map(({ action, actorId }) => [action, actorId]);
};

const statusOf = async (cookie: string) =>
  (await site.inject({ url: '/api/session/role', headers: { cookie } })).statusCode;

describe('changing a client', () => {
  test('keeps omitted fields, clears empty ones, and accepts the code in lowercase', async () => {
    const { client } = await makeClient();
    const other = await makeCompany(site.ctx);
    const change = {
      phone: '  ',
      companyCode: other.companyCode.toLowerCase(),
      notes: 'Calls at 8.',
    };
    expect(await as(operator).update({ id: client.id, ...change })).toMatchObject({
      firstName: 'Test',
      phone: null,
      companyId: other.id,
      notes: 'Calls at 8.',
    });
    expect(await actionsOn(client.id)).toContainEqual(['person.changed', operator.id]);
  });

  test('reports an unknown company code', async () => {
    const { client, company } = await makeClient();
    const change = as(operator).update({ id: client.id, companyCode: 'NOBODY' });
    const message = 'No company has this code.';
    await expect(change).rejects.toMatchObject({ status: 404, message });
    expect(await listed(client.id)).toMatchObject({ companyId: company.id });
  });

  test('refuses to move them to an inactive company, but lets them stay in one', async () => {
    const { client, company } = await makeClient();
    const closed = await makeCompany(site.ctx);
    for (const { id } of [company, closed]) {
      await changeCompany(site.ctx, admin.viewer, { id, isActive: false });
    }
    const move = (companyCode: string) => as(operator).update({ id: client.id, companyCode });
    await expect(move(closed.companyCode)).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'This company is not active. Activate it first.',
    });
    expect(await move(company.companyCode)).toMatchObject({ companyId: company.id });
  });

  test('never gives staff a company', async () => {
    const { companyCode } = await makeCompany(site.ctx);
    const changed = await as(admin).update({ id: operator.id, companyCode });
    expect(changed.companyId).toBeNull();
  });

  test('removes company access but keeps project memberships', async () => {
    const { client, company } = await makeClient();
    const elsewhere = await makeCompany(site.ctx);
    const [own, joined] = [
      await makeProject(site.ctx, company.id),
      await makeProject(site.ctx, elsewhere.id),
    ];
    await addMember(site.ctx, admin.viewer, { projectId: joined.id, personId: client.id });
    const seen = async () => {
      const { projects } = await site.as(client).projects.list({});
      return [own, joined].map(({ id }) => projects.some((project) => project.id === id));
    };
    expect(await seen()).toEqual([true, true]);
    await as(operator).update({ id: client.id, companyCode: '' });
    await expect.poll(seen).toEqual([false, true]);
  });
});

describe('the audit entry of a change', () => {
  const everything = { firstName: 'Test', lastName: 'client', notes: '' };

  const changesOf = async (id: string) => {
    const log = await site.auditEntries(id);
    return log.filter(({ action }) => action.endsWith('changed')).map(({ detail }) => detail);
  };

  test('lists only changed fields, without personal data', async () => {
    const { client, company } = await makeClient();
    const { companyCode } = company;
    const phone = '254 555 0100';
    await as(operator).update({ id: client.id, ...everything, companyCode, phone });
    expect(await changesOf(client.id)).toEqual([{ fields: ['phone'] }]);
  });

  test('is left out if nothing changed', async () => {
    const { client, company } = await makeClient();
    const { companyCode } = company;
    const answer = await as(operator).update({ id: client.id, ...everything, companyCode });
    expect(answer).toMatchObject({ id: client.id, companyCode });
    expect(await changesOf(client.id)).toEqual([]);
  });

  test('has the old and the new company', async () => {
    const { client, company } = await makeClient();
    const other = await makeCompany(site.ctx);
    const move = (companyCode: string) => as(operator).update({ id: client.id, companyCode });
    await move(other.companyCode);
    await move('');
    await move(company.companyCode);
    await as(admin).changeRole({ id: client.id, role: 'operator' });
    expect(await changesOf(client.id)).toEqual([
      { companyId: { from: company.id, to: other.id } },
      { companyId: { from: other.id, to: null } },
      { companyId: { from: null, to: company.id } },
      { from: 'client', to: 'operator', companyId: { from: company.id, to: null } },
    ]);
  });
});

describe('deactivating', () => {
  test('ends every session at once, and reactivating does not restore them', async () => {
    const { client } = await makeClient();
    const second = await signInAs(site.ctx, client.email);
    const deactivated = await as(operator).deactivate({ id: client.id });
    expect(deactivated).toMatchObject({ id: client.id, isActive: false });
    await expect.poll(() => statusOf(client.cookie)).toBe(401);
    expect(await statusOf(second)).toBe(401);
    await expect(signInAs(site.ctx, client.email)).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });

    await as(operator).reactivate({ id: client.id });
    expect(await statusOf(client.cookie)).toBe(401);
    expect(await statusOf(await signInAs(site.ctx, client.email))).toBe(200);
    expect((await actionsOn(client.id)).slice(1)).toEqual([
      ['person.deactivated', operator.id],
      ['person.reactivated', operator.id],
    ]);
  });

  test('ends pending links and sign-ins, and reactivating does not restore them', async () => {
    const { client } = await makeClient();
    const { db, auth } = site.ctx;
    const purposes = ['recover-password', 'change-email', 'second-factor'] as const;
    const tokens: string[] = [];
    for (const purpose of purposes) {
      const link = { profileId: client.id, purpose, email: client.email };
      tokens.push(await db.as({ kind: 'system' }, (tx) => auth.tokens.issue(tx, link)));
    }
    await as(operator).deactivate({ id: client.id });
    await as(operator).reactivate({ id: client.id });
    for (const token of tokens) {
      expect(
        await db.as({ kind: 'system' }, (tx) => auth.tokens.peek(tx, token, purposes)),
      ).toBeNull();
    }
  });

  test('is audited once, even when repeated', async () => {
    const { client } = await makeClient();
    await as(operator).deactivate({ id: client.id });
    await as(operator).deactivate({ id: client.id });
    const actions = await actionsOn(client.id);
    expect(actions.filter(([action]) => action === 'person.deactivated')).toHaveLength(1);
  });

  test("is refused for one's own account", async () => {
    await makePerson(site.ctx, 'admin');
    const attempt = as(admin).deactivate({ id: admin.id });
    await expect(attempt).rejects.toMatchObject({ code: 'OWN_ACCOUNT' });
  });
});

test('the database refuses to delete people, even for admins', async () => {
  const { client } = await makeClient();
  for (const viewer of [admin.viewer, { kind: 'system' } as const]) {
    const removal = site.ctx.db.as(viewer, (tx) =>
      tx.deleteFrom('profiles').where('id', '=', client.id).execute(),
    );
    await expect(removal).rejects.toThrow('permission denied');
  }
});

describe('roles', () => {
  test('can be changed only for others; becoming staff ends the company link', async () => {
    const { client } = await makeClient();
    const changed = await as(admin).changeRole({ id: client.id, role: 'project_manager' });
    expect(changed).toMatchObject({ role: 'project_manager', companyId: null });
    expect(await actionsOn(client.id)).toContainEqual(['person.role-changed', admin.id]);
    const own = as(admin).changeRole({ id: admin.id, role: 'operator' });
    await expect(own).rejects.toMatchObject({ code: 'OWN_ACCOUNT' });
  });

  test('of staff require a verified address, which the list shows', async () => {
    const { id, email } = await makePerson(site.ctx, 'client', { emailVerified: false });
    expect(await listed(id, admin)).toMatchObject({ emailVerified: false });
    const give = (role: Role) => as(admin).changeRole({ id, role });
    await expect(give('admin')).rejects.toMatchObject({
      status: 409,
      code: 'ADDRESS_NOT_VERIFIED',
      message: ERRORS.ADDRESS_NOT_VERIFIED[1],
    });
    expect(await give('client')).toMatchObject({ role: 'client', emailVerified: false });
    await site.ctx.db.as({ kind: 'system' }, (tx) => site.ctx.auth.markVerified(tx, id, email));
    expect(await listed(id, admin)).toMatchObject({ emailVerified: true });
    expect(await give('admin')).toMatchObject({ role: 'admin', emailVerified: true });
  });

  const setRole = (viewer: Somebody, id: string) =>
    site.ctx.db.as(viewer.viewer, (tx) =>
      tx.updateTable('profiles').set({ role: 'admin' }).where('id', '=', id).execute(),
    );

  test('are protected by the database, too', async () => {
    const { client } = await makeClient();
    const manager = await makePerson(site.ctx, 'project_manager');
    const attempts: [Somebody, string][] = [
      [operator, client.id],
      [operator, operator.id],
      [manager, manager.id],
    ];
    for (const [viewer, id] of attempts) {
      await expect(setRole(viewer, id)).rejects.toMatchObject({
        constraint: 'profiles_staff_by_another_admin',
      });
    }
    await expect(setRole(admin, client.id)).resolves.toBeDefined();
  });

  test('of staff cannot be given to new profiles except by an admin', async () => {
    const newcomer = { id: randomUUID(), email: 'nobody@overfly.example' };
    const insertion = site.ctx.db.as(operator.viewer, (tx) =>
      tx
        .insertInto('profiles')
        .values({ ...newcomer, role: 'admin' })
        .execute(),
    );
    await expect(insertion).rejects.toMatchObject({
      constraint: 'profiles_staff_by_another_admin',
    });
  });

  test('of staff cannot be given by a former admin', async () => {
    const [former, client] = [await makePerson(site.ctx, 'admin'), (await makeClient()).client];
    await as(admin).changeRole({ id: former.id, role: 'operator' });
    await expect(setRole(former, client.id)).rejects.toMatchObject({
      constraint: 'profiles_staff_by_another_admin',
    });
  });
});

describe('the last person of a role', () => {
  const small = runSite();
  const change = (id: string, columns: Updateable<DB['profiles']>, rows = small.rows) =>
    rows.updateTable('profiles').set(columns).where('id', '=', id).execute();

  test('cannot be deactivated, demoted or deleted', async () => {
    const boss = await makePerson(small.ctx, 'admin');
    const { id } = await makePerson(small.ctx, 'operator');
    const { people } = small.as(boss);
    const refusal = { status: 409, code: 'LAST_OF_ROLE' };
    await expect(people.deactivate({ id })).rejects.toMatchObject(refusal);
    await expect(people.changeRole({ id, role: 'client' })).rejects.toMatchObject(refusal);
    const constraint = 'profiles_last_of_role';
    const removal = small.rows.deleteFrom('auth.users').where('id', '=', id).execute();
    await expect(removal).rejects.toMatchObject({ constraint });
    await expect(change(boss.id, { role: 'client' })).rejects.toMatchObject({ constraint });
  });

  test('stays when two changes happen at the same moment', async () => {
    const { people } = small.as(await makePerson(small.ctx, 'admin'));
    await makePerson(small.ctx, 'operator');
    const operators = await small.rows
      .selectFrom('profiles')
      .select('id')
      .where('role', '=', 'operator')
      .execute();
    expect(operators).toHaveLength(2);
    const [one, two] = operators.map(({ id }) => id);
    const outcomes = await Promise.allSettled([
      people.deactivate({ id: one ?? '' }),
      people.changeRole({ id: two ?? '', role: 'client' }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('stays when one change waits for another', async () => {
    const [one, two] = [
      await makePerson(small.ctx, 'operator'),
      await makePerson(small.ctx, 'operator'),
    ];
    await small.rows
      .updateTable('profiles')
      .set({ isActive: false })
      .where('role', '=', 'operator')
      .where('id', 'not in', [one.id, two.id])
      .execute();
    const first = await small.rows.startTransaction().execute();
    await change(one.id, { isActive: false }, first);
    const second = change(two.id, { role: 'client' });
    second.catch(() => {});
    await waitUntilBlocked(small.ctx.db);
    await first.commit().execute();
    await expect(second).rejects.toMatchObject({ constraint: 'profiles_last_of_role' });
  });
});
