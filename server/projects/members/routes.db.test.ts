import { beforeAll, expect, test } from 'vitest';
import { makeCompany, makeManyClients, makePerson, makeProject } from '#test/factories.ts';
import { runSite, type Client } from '#test/site.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

const site = runSite();
let adminId: string;
let admin: Client;
beforeAll(async () => {
  const person = await makePerson(site.ctx, 'admin');
  adminId = person.id;
  admin = site.as(person);
});

async function makeWorld() {
  const { ctx } = site;
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  const project = await makeProject(ctx, company.id);
  const colleague = await makePerson(ctx, 'client', { companyId: company.id });
  const outsider = await makePerson(ctx, 'client', { companyId: elsewhere.id });
  return { projectId: project.id, colleague, outsider };
}

const teamOf = (projectId: string) => admin.projectMembers.list({ projectId });
const candidatesOf = async (projectId: string, search = '') =>
  (await admin.projectMembers.candidates({ projectId, search })).people;
const idsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id);

test("a member sees another company's project until the membership ends", async () => {
  const { outsider, projectId } = await makeWorld();
  const seen = () => site.as(outsider).projects.get({ id: projectId });
  const membership = { projectId, personId: outsider.id };
  await expect(seen()).rejects.toMatchObject({ status: 404 });
  await admin.projectMembers.add(membership);
  await admin.projectMembers.add(membership);
  expect(await seen()).toMatchObject({ id: projectId });
  expect(idsOf((await teamOf(projectId)).members)).toEqual([outsider.id]);
  await admin.projectMembers.remove(membership);
  await expect(seen()).rejects.toMatchObject({ status: 404 });
  const log = await site.auditEntries(projectId);
  expect(log.filter(({ action }) => action.startsWith('project.member'))).toMatchObject([
    { action: 'project.member-added', detail: { personId: outsider.id } },
    { action: 'project.member-removed', detail: { personId: outsider.id } },
  ]);
});

test("people of the same company and deactivated people can't be added", async () => {
  const { colleague, outsider, projectId } = await makeWorld();
  const before = idsOf(await candidatesOf(projectId));
  expect(before).toContain(outsider.id);
  expect(before).toContain(adminId);
  expect(before).not.toContain(colleague.id);
  await admin.people.deactivate({ id: outsider.id });
  expect(idsOf(await candidatesOf(projectId))).not.toContain(outsider.id);
});

test("candidates are found by name, email and company, and members aren't listed again", async () => {
  const { outsider, projectId } = await makeWorld();
  const name = { firstName: 'Zoë', lastName: 'Ångström' };
  await admin.people.update({ id: outsider.id, ...name });
  for (const search of ['zoë ÅNG', outsider.email.toUpperCase()]) {
    expect(idsOf(await candidatesOf(projectId, search))).toEqual([outsider.id]);
  }
  expect(idsOf(await candidatesOf(projectId, 'test company'))).toContain(outsider.id);
  expect(await candidatesOf(projectId, 'nobody at all')).toEqual([]);
  await admin.projectMembers.add({ projectId, personId: outsider.id });
  expect(await candidatesOf(projectId, outsider.email)).toEqual([]);
});

test('the first fifty of a thousand candidates are listed by name, and search covers all', async () => {
  const { projectId } = await makeWorld();
  await makeManyClients(site.rows, 1000);
  const names = (await candidatesOf(projectId)).map(({ name }) => name);
  expect([names.length, names[0], names[49]]).toEqual([50, 'Aaron 0001', 'Aaron 0050']);
  expect(await candidatesOf(projectId, 'aaron 0777')).toMatchObject([{ name: 'Aaron 0777' }]);
});

test('only active staff can manage members', async () => {
  const { outsider, projectId } = await makeWorld();
  const giveTo = (projectManagerId: string | null) =>
    admin.projects.update({ id: projectId, projectManagerId });
  await expect(giveTo(outsider.id)).rejects.toMatchObject({ code: 'NOT_STAFF' });
  const manager = await makePerson(site.ctx, 'project_manager');
  await giveTo(manager.id);
  const team = await teamOf(projectId);
  expect(team.managerId).toBe(manager.id);
  expect(idsOf(team.managers)).toContain(manager.id);
  expect(team.managers.every(({ role }) => role !== 'client')).toBe(true);
  await giveTo(null);
  expect((await teamOf(projectId)).managerId).toBeNull();
  await makePerson(site.ctx, 'project_manager');
  await admin.people.deactivate({ id: manager.id });
  expect(idsOf((await teamOf(projectId)).managers)).not.toContain(manager.id);
  await expect(giveTo(manager.id)).rejects.toMatchObject({ code: 'NOT_STAFF' });
});

test('an unknown person, project or membership has its own error', async () => {
  const { colleague, projectId } = await makeWorld();
  const { add, remove } = admin.projectMembers;
  await expect(add({ projectId, personId: NOBODY })).rejects.toMatchObject({
    code: 'PERSON_NOT_FOUND',
  });
  await expect(add({ projectId: NOBODY, personId: colleague.id })).rejects.toMatchObject({
    code: 'PROJECT_NOT_FOUND',
  });
  await expect(remove({ projectId, personId: colleague.id })).rejects.toMatchObject({
    status: 404,
  });
});
