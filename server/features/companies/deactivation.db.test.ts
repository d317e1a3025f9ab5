import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { changeCompany } from './service.ts';

let product: TestApp;
beforeAll(async () => {
  product = await buildApp();
});
afterAll(() => product.close());

const setActive = (companyId: string, isActive: boolean) =>
  changeCompany(product.ctx, { kind: 'system' }, companyId, { isActive });

/** A published week of a company, and two who see it: a client, and a member from another company. */
async function makeWorld() {
  const { ctx } = product;
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id, { published: true });
  await makeFile(ctx, week);
  const client = await makePerson(ctx, 'client', { companyId: company.id });
  const member = await makePerson(ctx, 'client', { companyId: elsewhere.id });
  await ctx.db.pool.query('insert into project_members (project_id, person_id) values ($1, $2)', [
    project.id,
    member.id,
  ]);
  return { company, elsewhere, project, week, client, member };
}

const statusOf = async (url: string, { cookie }: { cookie: string }) =>
  (await product.inject({ url, headers: { cookie } })).statusCode;

test('a client of a deactivated company is signed in, sees nothing, and sees all again when it is activated', async () => {
  const { company, project, week, client } = await makeWorld();
  const plan = `/api/submissions/${week.id}/download`;
  const archive = (await product.inject({ url: plan, headers: { cookie: client.cookie } })).json();
  const addresses = [`/api/projects/${project.id}`, plan, String(archive.url)];
  const statuses = async () => [
    await statusOf('/api/session/role', client),
    ...(await Promise.all(addresses.map((url) => statusOf(url, client)))),
  ];
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await setActive(company.id, false);
  await expect.poll(statuses).toEqual([200, 404, 404, 404]);
  await setActive(company.id, true);
  await expect.poll(statuses).toEqual([200, 200, 200, 200]);
});

test('clients of a company that is deactivated for newcomers only go on seeing all', async () => {
  const { company, project, client } = await makeWorld();
  const url = `/api/projects/${project.id}`;
  const manager = await makePerson(product.ctx, 'project_manager');
  const change = (body: object) =>
    product.inject({
      method: 'PATCH',
      url: `/api/companies/${company.id}`,
      headers: { cookie: manager.cookie },
      body,
    });
  const kept = await change({ isActive: false, clientsHaveAccess: true });
  expect(kept.json()).toMatchObject({ isActive: false, clientsHaveAccess: true, clientCount: 1 });
  expect(await statusOf(url, client)).toBe(200);
  await change({ clientsHaveAccess: false });
  await expect.poll(() => statusOf(url, client)).toBe(404);
  const again = await change({ isActive: true });
  expect(again.json()).toMatchObject({ isActive: true, clientsHaveAccess: true });
  await expect.poll(() => statusOf(url, client)).toBe(200);
  const { statusCode, body } = await change({ clientsHaveAccess: false });
  expect({ statusCode, body }).toMatchObject({
    statusCode: 400,
    body: expect.stringContaining('Clients of an active company always have access.'),
  });
});

test('a member from a deactivated company does not see the project of another', async () => {
  const { elsewhere, project, member } = await makeWorld();
  const url = `/api/projects/${project.id}`;
  expect(await statusOf(url, member)).toBe(200);
  await setActive(elsewhere.id, false);
  await expect.poll(() => statusOf(url, member)).toBe(404);
});

test('staff see the projects of a deactivated company', async () => {
  const { company, project } = await makeWorld();
  await setActive(company.id, false);
  const manager = await makePerson(product.ctx, 'project_manager');
  expect(await statusOf(`/api/projects/${project.id}`, manager)).toBe(200);
});
