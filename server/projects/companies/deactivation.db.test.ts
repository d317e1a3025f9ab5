import { expect, test } from 'vitest';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { addMember } from '../members/service.ts';
import { changeCompany } from './service.ts';

const SYSTEM = { kind: 'system' } as const;

const site = runSite();

const setActive = (companyId: string, isActive: boolean) =>
  changeCompany(site.ctx, SYSTEM, { id: companyId, isActive });

/** A published submission and two people who can see it: a client, and a member from another company. */
async function makeWorld() {
  const { ctx } = site;
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id, { published: true });
  await makeFile(ctx, week);
  const client = await makePerson(ctx, 'client', { companyId: company.id });
  const member = await makePerson(ctx, 'client', { companyId: elsewhere.id });
  await addMember(ctx, SYSTEM, { projectId: project.id, personId: member.id });
  return { company, elsewhere, project, week, client, member };
}

const statusOf = async (url: string, { cookie }: { cookie: string }) =>
  (await site.inject({ url, headers: { cookie } })).statusCode;

test('a client of a deactivated company can sign in but sees nothing until it is activated', async () => {
  const { company, project, week, client } = await makeWorld();
  const archive = await site.as(client).downloads.plan({ submissionId: week.id });
  const plan = `/api/submissions/${week.id}/download`;
  const addresses = [`/api/projects/${project.id}`, plan, archive.url];
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

test('clients keep access when only new sign-ups are disabled', async () => {
  const { company, project, client } = await makeWorld();
  const { update } = site.as(await makePerson(site.ctx, 'project_manager')).companies;
  const { id } = company;
  const projectStatus = () => statusOf(`/api/projects/${project.id}`, client);
  const kept = await update({ id, isActive: false, clientsHaveAccess: true });
  expect(kept).toMatchObject({ isActive: false, clientsHaveAccess: true, clientCount: 1 });
  expect(await projectStatus()).toBe(200);
  await update({ id, clientsHaveAccess: false });
  await expect.poll(projectStatus).toBe(404);
  const again = await update({ id, isActive: true });
  expect(again).toMatchObject({ isActive: true, clientsHaveAccess: true });
  await expect.poll(projectStatus).toBe(200);
  await expect(update({ id, clientsHaveAccess: false })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Clients of an active company always have access.'),
  });
});

test("a member from a deactivated company can't see another company's project", async () => {
  const { elsewhere, project, member } = await makeWorld();
  const projectStatus = () => statusOf(`/api/projects/${project.id}`, member);
  expect(await projectStatus()).toBe(200);
  await setActive(elsewhere.id, false);
  await expect.poll(projectStatus).toBe(404);
});

test('staff see the projects of a deactivated company', async () => {
  const { company, project } = await makeWorld();
  await setActive(company.id, false);
  const { projects } = site.as(await makePerson(site.ctx, 'project_manager'));
  expect(await projects.get({ id: project.id })).toMatchObject({ id: project.id });
});
