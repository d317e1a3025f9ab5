import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#domain/people.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import {
  makeCompany,
  makePerson,
  makeProject,
  signInAs,
  type Person as Somebody,
} from '#test/factories.ts';
import { testDatabaseKind } from '#test/database.ts';
import { untilBlocked } from '#test/row-locks.ts';
import { changeCompany } from '../companies/service.ts';
import { addMember } from '../project-members/service.ts';

let product: TestApp;
let admin: Somebody;
let operator: Somebody;
beforeAll(async () => {
  product = await buildApp();
  admin = await makePerson(product.ctx, 'admin');
  operator = await makePerson(product.ctx, 'operator');
});
afterAll(() => product.close());

const call = (
  { cookie }: { cookie: string },
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
) => product.inject({ method, url: `/api${path}`, headers: { cookie }, ...(body ? { body } : {}) });

const makeClient = async () => {
  const company = await makeCompany(product.ctx);
  return { company, client: await makePerson(product.ctx, 'client', { companyId: company.id }) };
};

const actionsOn = async (id: string) => {
  const { rows } = await product.ctx.db.pool.query<{ action: string; actor_id: string }>(
    'select action, actor_id from audit_log where subject_id = $1 order by id',
    [id],
  );
  return rows.map(({ action, actor_id }) => [action, actor_id]);
};

const statusOf = async (cookie: string) =>
  (await product.inject({ url: '/api/session/role', headers: { cookie } })).statusCode;

describe('changing a client', () => {
  test('keeps what is left out, makes null of what is empty, and takes the code in small letters', async () => {
    const { client } = await makeClient();
    const other = await makeCompany(product.ctx);
    const change = {
      phone: '  ',
      companyCode: other.companyCode.toLowerCase(),
      notes: 'Calls at 8.',
    };
    const answer = await call(operator, 'PATCH', `/people/${client.id}`, change);
    expect(answer.json()).toMatchObject({
      firstName: 'Test',
      phone: null,
      companyId: other.id,
      notes: 'Calls at 8.',
    });
    expect(await actionsOn(client.id)).toContainEqual(['person.changed', operator.id]);
  });

  test('says that no company has a code', async () => {
    const { client, company } = await makeClient();
    const answer = await call(operator, 'PATCH', `/people/${client.id}`, { companyCode: 'NOBODY' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ message: 'No company has this code.' });
    const { people } = (await call(operator, 'GET', '/people')).json<{ people: Person[] }>();
    expect(people.find(({ id }) => id === client.id)?.companyId).toBe(company.id);
  });

  test('takes them into no company that is not active, but leaves them in theirs', async () => {
    const { client, company } = await makeClient();
    const closed = await makeCompany(product.ctx);
    for (const { id } of [company, closed]) {
      await changeCompany(product.ctx, admin.viewer, id, { isActive: false });
    }
    const move = (companyCode: string) =>
      call(operator, 'PATCH', `/people/${client.id}`, { companyCode });
    const refused = await move(closed.companyCode);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'This company is not active. Activate it first.',
    });
    expect((await move(company.companyCode)).json()).toMatchObject({ companyId: company.id });
  });

  test('gives staff no company', async () => {
    const { companyCode } = await makeCompany(product.ctx);
    const answer = await call(admin, 'PATCH', `/people/${operator.id}`, { companyCode });
    expect([answer.statusCode, answer.json().companyId]).toEqual([200, null]);
  });

  test('without a company leaves them what they are a member of', async () => {
    const { client, company } = await makeClient();
    const elsewhere = await makeCompany(product.ctx);
    const [own, joined] = [
      await makeProject(product.ctx, company.id),
      await makeProject(product.ctx, elsewhere.id),
    ];
    await addMember(product.ctx, admin.viewer, { projectId: joined.id, personId: client.id });
    const seen = async () =>
      Promise.all(
        [own, joined].map(
          async ({ id }) => (await call(client, 'GET', `/projects/${id}`)).statusCode,
        ),
      );
    expect(await seen()).toEqual([200, 200]);
    await call(operator, 'PATCH', `/people/${client.id}`, { companyCode: '' });
    await expect.poll(seen).toEqual([404, 200]);
  });
});

describe('the log of a change', () => {
  const everything = { firstName: 'Test', lastName: 'client', notes: '' };

  const changesOf = async (id: string) => {
    const { rows } = await product.ctx.db.pool.query<{ detail: object }>(
      `select detail from audit_log where subject_id = $1
       and action in ('person.changed', 'person.role-changed') order by id`,
      [id],
    );
    return rows.map(({ detail }) => detail);
  };

  test('has what is different, whatever was sent, and no personal data', async () => {
    const { client, company } = await makeClient();
    const { companyCode } = company;
    await call(operator, 'PATCH', `/people/${client.id}`, {
      ...everything,
      companyCode,
      phone: '254 555 0100',
    });
    expect(await changesOf(client.id)).toEqual([{ fields: ['phone'] }]);
  });

  test('has no entry when nothing is different', async () => {
    const { client, company } = await makeClient();
    const { companyCode } = company;
    const change = { ...everything, companyCode };
    const answer = await call(operator, 'PATCH', `/people/${client.id}`, change);
    expect(answer.json()).toMatchObject({ id: client.id, companyCode });
    expect(await changesOf(client.id)).toEqual([]);
  });

  test('has the company that somebody was of, and that they are of now', async () => {
    const { client, company } = await makeClient();
    const other = await makeCompany(product.ctx);
    const move = (companyCode: string) =>
      call(operator, 'PATCH', `/people/${client.id}`, { companyCode });
    await move(other.companyCode);
    await move('');
    await move(company.companyCode);
    await call(admin, 'POST', `/people/${client.id}/role`, { role: 'operator' });
    expect(await changesOf(client.id)).toEqual([
      { companyId: { from: company.id, to: other.id } },
      { companyId: { from: other.id, to: null } },
      { companyId: { from: null, to: company.id } },
      { from: 'client', to: 'operator', companyId: { from: company.id, to: null } },
    ]);
  });
});

describe('deactivating', () => {
  test('ends every session at once, and reactivating brings none of them back', async () => {
    const { client } = await makeClient();
    const second = await signInAs(product.ctx, client.email);
    const answer = await call(operator, 'POST', `/people/${client.id}/deactivate`);
    expect(answer.json()).toMatchObject({ id: client.id, isActive: false });
    await expect.poll(() => statusOf(client.cookie)).toBe(401);
    expect(await statusOf(second)).toBe(401);
    await expect(signInAs(product.ctx, client.email)).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });

    await call(operator, 'POST', `/people/${client.id}/reactivate`);
    expect(await statusOf(client.cookie)).toBe(401);
    expect(await statusOf(await signInAs(product.ctx, client.email))).toBe(200);
    expect((await actionsOn(client.id)).slice(1)).toEqual([
      ['person.deactivated', operator.id],
      ['person.reactivated', operator.id],
    ]);
  });

  test('ends every link and sign-in under way, and reactivating brings none of them back', async () => {
    const { client } = await makeClient();
    const { db, auth } = product.ctx;
    const purposes = ['recover-password', 'change-email', 'second-factor'] as const;
    const tokens = await db.as({ kind: 'system' }, (tx) =>
      Promise.all(
        purposes.map((purpose) =>
          auth.tokens.issue(tx, { profileId: client.id, purpose, email: client.email }),
        ),
      ),
    );
    await call(operator, 'POST', `/people/${client.id}/deactivate`);
    await call(operator, 'POST', `/people/${client.id}/reactivate`);
    for (const token of tokens) {
      expect(
        await db.as({ kind: 'system' }, (tx) => auth.tokens.peek(tx, token, purposes)),
      ).toBeNull();
    }
  });

  test('is written to the log once, however often it is asked for', async () => {
    const { client } = await makeClient();
    await call(operator, 'POST', `/people/${client.id}/deactivate`);
    await call(operator, 'POST', `/people/${client.id}/deactivate`);
    const actions = await actionsOn(client.id);
    expect(actions.filter(([action]) => action === 'person.deactivated')).toHaveLength(1);
  });

  test('is not done to oneself', async () => {
    await makePerson(product.ctx, 'admin');
    const answer = await call(admin, 'POST', `/people/${admin.id}/deactivate`);
    expect(answer.json()).toMatchObject({ code: 'OWN_ACCOUNT' });
  });
});

test('nobody is removed, by an admin neither, whatever a route forgets', async () => {
  const { client } = await makeClient();
  for (const viewer of [admin.viewer, { kind: 'system' } as const]) {
    const removal = product.ctx.db.as(viewer, (tx) =>
      tx.deleteFrom('profiles').where('id', '=', client.id).execute(),
    );
    await expect(removal).rejects.toThrow('permission denied');
  }
});

describe('roles', () => {
  test('are changed by an admin, to another person, and take the company of who becomes staff', async () => {
    const { client } = await makeClient();
    const answer = await call(admin, 'POST', `/people/${client.id}/role`, {
      role: 'project_manager',
    });
    expect(answer.json()).toMatchObject({ role: 'project_manager', companyId: null });
    expect(await actionsOn(client.id)).toContainEqual(['person.role-changed', admin.id]);
    const own = await call(admin, 'POST', `/people/${admin.id}/role`, { role: 'operator' });
    expect(own.json()).toMatchObject({ code: 'OWN_ACCOUNT' });
  });

  test('of staff are given to nobody whose address is not verified, and the list tells', async () => {
    const { id, email } = await makePerson(product.ctx, 'client', { emailVerified: false });
    const verifiedInList = async () =>
      (await call(admin, 'GET', '/people'))
        .json<{ people: Person[] }>()
        .people.find((person) => person.id === id)?.emailVerified;
    expect(await verifiedInList()).toBe(false);
    const give = (role: string) => call(admin, 'POST', `/people/${id}/role`, { role });
    const refused = await give('admin');
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'ADDRESS_NOT_VERIFIED',
      message: 'This person has not verified their email address yet, so they cannot become staff.',
    });
    expect((await give('client')).json()).toMatchObject({ role: 'client', emailVerified: false });
    await product.ctx.db.as({ kind: 'system' }, (tx) =>
      product.ctx.auth.markVerified(tx, id, email),
    );
    expect(await verifiedInList()).toBe(true);
    expect((await give('admin')).json()).toMatchObject({ role: 'admin', emailVerified: true });
  });

  const setRole = (viewer: Somebody, id: string) =>
    product.ctx.db.as(viewer.viewer, (tx) =>
      tx.updateTable('profiles').set({ role: 'admin' }).where('id', '=', id).execute(),
    );

  test('are guarded by the database, whatever a route forgets', async () => {
    const { client } = await makeClient();
    const manager = await makePerson(product.ctx, 'project_manager');
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

  test('of staff are not given to somebody new by anybody else', async () => {
    const newcomer = { id: randomUUID(), email: 'nobody@overfly.example' };
    const insertion = product.ctx.db.as(operator.viewer, (tx) =>
      tx
        .insertInto('profiles')
        .values({ ...newcomer, role: 'admin' })
        .execute(),
    );
    await expect(insertion).rejects.toMatchObject({
      constraint: 'profiles_staff_by_another_admin',
    });
  });

  test('of staff stay out of reach of whoever was an admin a moment ago', async () => {
    const [former, client] = [await makePerson(product.ctx, 'admin'), (await makeClient()).client];
    await call(admin, 'POST', `/people/${former.id}/role`, { role: 'operator' });
    await expect(setRole(former, client.id)).rejects.toMatchObject({
      constraint: 'profiles_staff_by_another_admin',
    });
  });
});

describe('the last of a role', () => {
  let small: TestApp;
  beforeAll(async () => {
    small = await buildApp();
  });
  afterAll(() => small.close());
  const post = ({ cookie }: Somebody, path: string, body?: object) =>
    small.inject({
      method: 'POST',
      url: `/api/people/${path}`,
      headers: { cookie },
      ...(body ? { body } : {}),
    });

  test('is neither deactivated nor given another role, nor removed', async () => {
    const boss = await makePerson(small.ctx, 'admin');
    const last = await makePerson(small.ctx, 'operator');
    const refusals = [
      await post(boss, `${last.id}/deactivate`),
      await post(boss, `${last.id}/role`, { role: 'client' }),
    ];
    for (const answer of refusals) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'LAST_OF_ROLE' });
    }
    const removal = small.ctx.db.pool.query('delete from auth.users where id = $1', [last.id]);
    await expect(removal).rejects.toMatchObject({ constraint: 'profiles_last_of_role' });
    const demotion = small.ctx.db.pool.query("update profiles set role = 'client' where id = $1", [
      boss.id,
    ]);
    await expect(demotion).rejects.toMatchObject({ constraint: 'profiles_last_of_role' });
  });

  test('is left when two are taken away at the same moment', async () => {
    const [boss, first] = [
      await makePerson(small.ctx, 'admin'),
      await makePerson(small.ctx, 'operator'),
    ];
    const operators = await small.ctx.db.pool.query<{ id: string }>(
      "select id from profiles where role = 'operator' and is_active",
    );
    expect(operators.rows.map(({ id }) => id)).toContain(first.id);
    const answers = await Promise.all(
      operators.rows.map(({ id }, index) =>
        post(
          boss,
          index % 2 ? `${id}/role` : `${id}/deactivate`,
          index % 2 ? { role: 'client' } : undefined,
        ),
      ),
    );
    expect(operators.rows).toHaveLength(2);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  // Embedded there is one connection: nothing runs beside.
  test.each(testDatabaseKind() === 'server' ? ['a server'] : [])(
    'is left when one change waits for another, on %s',
    async () => {
      const { db } = small.ctx;
      await db.pool.query("update profiles set is_active = true where role = 'operator'");
      const [one, two] = [
        await makePerson(small.ctx, 'operator'),
        await makePerson(small.ctx, 'operator'),
      ];
      await db.pool.query(
        "update profiles set is_active = false where role = 'operator' and id <> all ($1)",
        [[one.id, two.id]],
      );
      const first = await db.pool.connect();
      await first.query('begin');
      await first.query('update profiles set is_active = false where id = $1', [one.id]);
      const second = db.pool.query("update profiles set role = 'client' where id = $1", [two.id]);
      second.catch(() => {});
      await untilBlocked(db);
      await first.query('commit');
      first.release();
      await expect(second).rejects.toMatchObject({ constraint: 'profiles_last_of_role' });
    },
  );
});
