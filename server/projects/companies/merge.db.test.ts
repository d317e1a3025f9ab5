import { beforeEach, expect, test } from 'vitest';
import { GIGABYTE } from '#domain/companies.ts';
import {
  makeFile,
  makePerson,
  makeProject,
  makeProjectWithPeople,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
type Made = Awaited<ReturnType<typeof makeProjectWithPeople>>;
let admin: Person;
let from: Made;
let into: Made;
beforeEach(async () => {
  admin = await makePerson(site.ctx, 'admin');
  [from, into] = [await makeProjectWithPeople(site.ctx), await makeProjectWithPeople(site.ctx)];
});
const staff = () => site.as(admin);
const merge = (typedName = from.company.companyName) =>
  staff().companies.merge({ id: from.company.id, intoId: into.company.id, typedName });
const sees = async ({ cookie }: Person, { id }: { id: string }) =>
  (await site.inject({ url: `/api/projects/${id}`, headers: { cookie } })).statusCode === 200;

test('clients of both companies see the projects of both, and open pages are notified', async () => {
  const events: object[] = [];
  const stop = site.ctx.live.onEvent((event) => events.push(event));
  expect(await merge()).toMatchObject({ id: into.company.id, projectCount: 2, clientCount: 2 });
  await expect.poll(() => sees(from.client, into.project)).toBe(true);
  expect(await sees(into.client, from.project)).toBe(true);
  expect(await sees(from.client, from.project)).toBe(true);
  await expect
    .poll(() => events)
    .toContainEqual({
      type: 'company.changed',
      companyId: from.company.id,
    });
  stop();
  await expect(staff().companies.get({ id: from.company.id })).rejects.toMatchObject({
    code: 'COMPANY_NOT_FOUND',
  });
  expect((await site.auditEntries(from.company.id)).at(-1)).toMatchObject({
    action: 'company.merged',
    actorId: admin.id,
    detail: { companyId: into.company.id, projects: 1, clients: 1 },
  });
});

test('codes of merged companies continue to work and stay taken', async () => {
  const { companyCode } = from.company;
  expect(await merge()).toMatchObject({ formerCodes: [companyCode] });
  expect(await site.as().joining.checkCompanyCode({ companyCode })).toEqual({ isValid: true });
  const { companies } = await staff().companies.list({ code: companyCode.toLowerCase() });
  expect(companies).toMatchObject([{ id: into.company.id }]);
  await expect(staff().companies.create({ companyCode, companyName: 'New' })).rejects.toMatchObject(
    { code: 'COMPANY_CODE_TAKEN' },
  );
});

test("an inactive company's code doesn't come back to life", async () => {
  await staff().companies.update({ id: from.company.id, isActive: false });
  expect(await merge()).toMatchObject({ formerCodes: [] });
});

test('projects with the same name are told apart, and a duplicate file goes to the trash', async () => {
  const { ctx } = site;
  const name = 'Pier 4 '.repeat(28).trim();
  const twins = [from, into].map(({ company }) => makeProject(ctx, company.id, { name }));
  const [moved] = await Promise.all(twins);
  const week = await makeSubmission(ctx, from.project.id);
  const [copy] = await Promise.all(
    [from, into].map(({ company: { id: companyId } }) =>
      makeFile(ctx, week, {
        submissionId: null,
        projectId: null,
        companyId,
        bytes: Buffer.from('same'),
        kind: 'document',
      }),
    ),
  );
  const newName = `${name.slice(0, 197 - from.company.companyCode.length)} (${from.company.companyCode})`;
  const ids = { id: from.company.id, intoId: into.company.id };
  expect(await staff().companies.contents(ids)).toMatchObject({
    renamedProjects: [{ id: moved?.id, name, newName }],
  });
  await merge();
  expect(await staff().projects.get({ id: moved?.id ?? '' })).toMatchObject({ name: newName });
  const { items } = await staff().bin.list({ search: copy?.fileName });
  expect(items).toMatchObject([{ id: copy?.id, companyName: into.company.companyName }]);
});

test('items in the trash move along and can be restored', async () => {
  await staff().projects.remove({ id: from.project.id, typedName: from.project.name });
  await merge();
  await staff().bin.restore({ kind: 'project', id: from.project.id });
  expect(await staff().projects.get({ id: from.project.id })).toMatchObject({
    companyId: into.company.id,
  });
});

test('a merge that must not happen changes nothing', async () => {
  await expect(merge('Other')).rejects.toMatchObject({ code: 'NAME_DOES_NOT_MATCH' });
  const { id, companyName: typedName } = from.company;
  await expect(staff().companies.merge({ id, intoId: id, typedName })).rejects.toMatchObject({
    status: 400,
  });
  await site.change(
    'update companies set quota_bytes = $2 where id = $1',
    into.company.id,
    GIGABYTE,
  );
  const week = await makeSubmission(site.ctx, from.project.id);
  await makeFile(site.ctx, week, { companyId: id, fileSize: 2 * GIGABYTE });
  await expect(merge()).rejects.toMatchObject({ code: 'QUOTA_REACHED' });
  await staff().companies.update({ id: into.company.id, isActive: false });
  await expect(merge()).rejects.toMatchObject({ status: 400 });
  expect(await staff().companies.get({ id })).toMatchObject({ projectCount: 1, clientCount: 1 });
});
