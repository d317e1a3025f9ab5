import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectTeam } from '#domain/project-members.ts';
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
    { action: 'project.member_added', detail },
    { action: 'project.member_removed', detail },
  ]);
});

test('those of the company and the deactivated are not asked to join', async () => {
  const { colleague, outsider, path } = await makeWorld();
  const before = idsOf((await teamAt(path)).candidates);
  expect(before).toContain(outsider.id);
  expect(before).toContain(admin.id);
  expect(before).not.toContain(colleague.id);
  await deactivatePerson(product.ctx, admin.viewer, outsider.id);
  expect(idsOf((await teamAt(path)).candidates)).not.toContain(outsider.id);
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
