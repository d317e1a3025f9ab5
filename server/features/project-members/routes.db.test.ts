import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Member, ProjectTeam } from '#domain/project-members.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makePerson, makeProject, type Person } from '#test/factories.ts';
import { deactivatePerson } from '../people/service.ts';

let product: TestApp;
let admin: Person;
beforeAll(async () => {
  product = await buildApp();
  admin = await makePerson(product.ctx, 'admin');
});
afterAll(() => product.close());

async function makeWorld() {
  const { ctx } = product;
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  const project = await makeProject(ctx, company.id);
  const colleague = await makePerson(ctx, 'client', { companyId: company.id });
  const outsider = await makePerson(ctx, 'client', { companyId: elsewhere.id });
  return { project, colleague, outsider, path: `/api/projects/${project.id}` };
}

const call = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  product.inject({ method, url, headers: { cookie: admin.cookie }, ...(body ? { body } : {}) });
const teamAt = async (path: string) => (await call('GET', `${path}/members`)).json<ProjectTeam>();
const candidatesAt = async (path: string, search = '') =>
  (await call('GET', `${path}/candidates?${new URLSearchParams({ search }).toString()}`)).json<{
    people: Member[];
  }>().people;
const idsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id);

test('a member sees the project of another company until the membership ends', async () => {
  const { outsider, project, path } = await makeWorld();
  const seen = async () =>
    (await product.inject({ url: path, headers: { cookie: outsider.cookie } })).statusCode;
  expect(await seen()).toBe(404);
  await call('PUT', `${path}/members/${outsider.id}`);
  await call('PUT', `${path}/members/${outsider.id}`);
  expect(await seen()).toBe(200);
  expect(idsOf((await teamAt(path)).members)).toEqual([outsider.id]);
  await call('DELETE', `${path}/members/${outsider.id}`);
  expect(await seen()).toBe(404);
  const { rows } = await product.ctx.db.pool.query(
    "select action, detail from audit_log where subject_id = $1 and action like 'project.member%' order by id",
    [project.id],
  );
  const detail = { personId: outsider.id };
  expect(rows).toEqual([
    { action: 'project.member-added', detail },
    { action: 'project.member-removed', detail },
  ]);
});

test('those of the company and the deactivated are not asked to join', async () => {
  const { colleague, outsider, path } = await makeWorld();
  const before = idsOf(await candidatesAt(path));
  expect(before).toContain(outsider.id);
  expect(before).toContain(admin.id);
  expect(before).not.toContain(colleague.id);
  await deactivatePerson(product.ctx, admin.viewer, outsider.id);
  expect(idsOf(await candidatesAt(path))).not.toContain(outsider.id);
});

test('who may join is found by name, email and company, and is not asked twice', async () => {
  const { outsider, path } = await makeWorld();
  await product.ctx.db.pool.query(
    "update profiles set first_name = 'Zoë', last_name = 'Ångström' where id = $1",
    [outsider.id],
  );
  for (const search of ['zoë ÅNG', outsider.email.toUpperCase()]) {
    expect(idsOf(await candidatesAt(path, search))).toEqual([outsider.id]);
  }
  expect(idsOf(await candidatesAt(path, 'test company'))).toContain(outsider.id);
  expect(await candidatesAt(path, 'nobody at all')).toEqual([]);
  await call('PUT', `${path}/members/${outsider.id}`);
  expect(await candidatesAt(path, outsider.email)).toEqual([]);
});

test('of a thousand who may join the first fifty by name come, whatever is typed the right ones', async () => {
  const { path } = await makeWorld();
  await product.ctx.db.pool.query(
    `with made as (
       insert into auth.users (email, email_verified)
       select 'many' || n || '@crowd.example', true from generate_series(1, 1000) n
       returning id, email)
     insert into profiles (id, email, role, first_name)
     select id, email, 'client', 'Aaron ' || lpad(substring(email from '\\d+'), 4, '0') from made`,
  );
  const names = (await candidatesAt(path)).map(({ name }) => name);
  expect([names.length, names[0], names[49]]).toEqual([50, 'Aaron 0001', 'Aaron 0050']);
  expect((await candidatesAt(path, 'aaron 0777')).map(({ name }) => name)).toEqual(['Aaron 0777']);
});

test('a project is managed by active staff and nobody else', async () => {
  const { outsider, path } = await makeWorld();
  const refused = await call('PATCH', path, { projectManagerId: outsider.id });
  expect(refused.json()).toMatchObject({ code: 'NOT_STAFF' });
  const manager = await makePerson(product.ctx, 'project_manager');
  await call('PATCH', path, { projectManagerId: manager.id });
  const team = await teamAt(path);
  expect(team.managerId).toBe(manager.id);
  expect(idsOf(team.managers)).toContain(manager.id);
  expect(team.managers.every(({ role }) => role !== 'client')).toBe(true);
  await call('PATCH', path, { projectManagerId: null });
  expect((await teamAt(path)).managerId).toBeNull();
  await product.ctx.db.pool.query('update profiles set is_active = false where id = $1', [
    manager.id,
  ]);
  expect(idsOf((await teamAt(path)).managers)).not.toContain(manager.id);
  const gone = await call('PATCH', path, { projectManagerId: manager.id });
  expect(gone.json()).toMatchObject({ code: 'NOT_STAFF' });
});

test('a person or a membership that is not there is said so', async () => {
  const { colleague, path } = await makeWorld();
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect((await call('PUT', `${path}/members/${nobody}`)).json()).toMatchObject({
    code: 'PERSON_NOT_FOUND',
  });
  expect((await call('DELETE', `${path}/members/${colleague.id}`)).statusCode).toBe(404);
  expect(
    (await call('PUT', `/api/projects/${nobody}/members/${colleague.id}`)).json(),
  ).toMatchObject({ code: 'PROJECT_NOT_FOUND' });
});
