import { beforeEach, expect, test } from 'vitest';
import { emptyBin, sweepBin } from '#server/projects/bin/remove.ts';
import { handleRemoveStoredFiles, removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { existingFileIds } from '#server/projects/bin/service.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import {
  makeFile,
  makeInvitation,
  makePerson,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { InvitationInput } from '#domain/invitations.ts';

const DAY_MS = 86_400_000;
const site = runSite();

type Made = Awaited<ReturnType<typeof makeProjectWithPeople>>;
let admin: Person;
let client: Person;
let company: Made['company'];
let project: Made['project'];
let week: Awaited<ReturnType<typeof makeSubmission>>;
let file: { id: string };
let standalone: { id: string };
beforeEach(async () => {
  const { ctx } = site;
  admin = await makePerson(ctx, 'admin');
  ({ company, project, client } = await makeProjectWithPeople(ctx));
  week = await makeSubmission(ctx, project.id, { published: true });
  file = await makeFile(ctx, week);
  standalone = await makeFile(ctx, week, {
    submissionId: null,
    projectId: null,
    companyId: company.id,
    kind: 'document',
  });
});

const staff = () => site.as(admin);
const remove = () =>
  staff().companies.remove({ id: company.id, typedName: ` ${company.companyName} ` });
const inBin = () => ({ kind: 'company', id: company.id }) as const;

/** Whether each of these sees something. */
async function seen(token: string) {
  const status = async (url: string, cookie?: string) =>
    (await site.inject({ url, ...(cookie && { headers: { cookie } }) })).statusCode;
  return {
    client: await status(`/api/projects/${project.id}`, client.cookie),
    staff: await status(`/api/companies/${company.id}`, admin.cookie),
    files: (await site.as(client).storedFiles.ofCompany()).files.length,
    link: await status(`/shared/${token}/week`),
    code: (await site.as().joining.checkCompanyCode({ companyCode: company.companyCode })).isValid,
  };
}
const ALL = { client: 200, staff: 200, files: 1, link: 200, code: true };
const NOTHING = { client: 404, staff: 404, files: 0, link: 404, code: false };

test('a deleted company disappears for everyone, and restoring brings everything back', async () => {
  const link = await makeShareLink(site.ctx, client.viewer, {
    projectId: project.id,
    submissionId: week.id,
  });
  expect(await staff().companies.contents({ id: company.id })).toMatchObject({
    projects: 1,
    submissions: 1,
    files: 2,
    clients: 1,
    shareLinks: 1,
  });
  expect(await seen(link.token)).toEqual(ALL);
  expect(await remove()).toEqual({ id: company.id, binDays: 30 });
  await expect.poll(() => seen(link.token)).toEqual(NOTHING);
  expect(await site.as(client).session.role()).toBe('client');
  const { items } = await staff().bin.list({ search: company.companyName, sort: 'removed' });
  expect(items).toMatchObject([{ ...inBin(), projects: 1, submissions: 1, files: 2 }]);
  await staff().bin.restore(inBin());
  await expect.poll(() => seen(link.token)).toEqual(ALL);
  expect((await site.auditEntries(company.id)).slice(-2)).toMatchObject([
    { action: 'company.put-in-bin', actorId: admin.id, detail: { files: 2 } },
    { action: 'company.restored-from-bin', actorId: admin.id },
  ]);
});

test('clients of a deleted company are listed as deactivated, with no access elsewhere', async () => {
  const { project: other } = await makeProjectWithPeople(site.ctx);
  await staff().projectMembers.add({ projectId: other.id, personId: client.id });
  const listed = async (filter: 'active' | 'deactivated') =>
    (await staff().people.list({ filter, search: client.email })).people.length;
  const status = async () =>
    (await site.inject({ url: `/api/projects/${other.id}`, headers: { cookie: client.cookie } }))
      .statusCode;
  expect([await listed('active'), await listed('deactivated'), await status()]).toEqual([
    1, 0, 200,
  ]);
  await remove();
  expect([await listed('active'), await listed('deactivated')]).toEqual([0, 1]);
  await expect.poll(status).toBe(404);
});

test('an invitation of a deleted company waits until it is restored', async () => {
  const email = `${crypto.randomUUID()}@overfly.example`;
  const input = InvitationInput.parse({ contactName: 'New', email, companyId: company.id });
  const { token } = await makeInvitation(site.ctx, admin.viewer, input);
  await remove();
  const opened = () => site.as().invitations.open({ token });
  await expect(opened()).rejects.toMatchObject({ code: 'INVITATION_REVOKED' });
  const again = { contactName: 'New', email: `2${email}`, companyId: company.id };
  await expect(staff().invitations.create(again)).rejects.toMatchObject({
    code: 'COMPANY_NOT_FOUND',
  });
  await staff().bin.restore(inBin());
  expect(await opened()).toMatchObject({ email });
});

test('nothing can be added to a deleted company, and its code stays taken', async () => {
  await remove();
  const gone = { code: 'COMPANY_NOT_FOUND' };
  await expect(
    staff().projects.create({ companyId: company.id, name: 'New' }),
  ).rejects.toMatchObject(gone);
  await expect(
    staff().companies.create({ companyCode: company.companyCode, companyName: 'New' }),
  ).rejects.toMatchObject({ code: 'COMPANY_CODE_TAKEN' });
});

test('items deleted earlier wait for their company', async () => {
  await staff().submissions.remove({ id: week.id });
  await remove();
  await expect(staff().bin.restore({ kind: 'submission', id: week.id })).rejects.toMatchObject({
    code: 'HOME_IN_BIN',
    message: `The company “${company.companyName}” is also in the trash. Restore it first.`,
  });
  await expect(staff().submissions.get({ id: week.id })).rejects.toMatchObject({
    message: `This submission and its company are in the trash. Restore the company “${company.companyName}” first.`,
  });
});

test('only admins see deleted companies in the trash', async () => {
  const manager = site.as(await makePerson(site.ctx, 'project_manager'));
  await remove();
  expect((await manager.bin.list({})).items.filter(({ id }) => id === company.id)).toEqual([]);
  for (const act of [manager.bin.restore, manager.bin.remove])
    await expect(act(inBin())).rejects.toMatchObject({ code: 'NOT_IN_BIN' });
});

test('a wrong name deletes nothing', async () => {
  const wrong = staff().companies.remove({ id: company.id, typedName: 'Something else' });
  await expect(wrong).rejects.toMatchObject({
    message: 'Please type the company name exactly as shown.',
  });
  expect(await staff().companies.get({ id: company.id })).toMatchObject({ id: company.id });
});

test('after its days in the bin, bytes are removed and clients stay, deactivated', async () => {
  const { ctx } = site;
  await staff().submissions.remove({ id: week.id });
  await remove();
  site.clock.advance(30 * DAY_MS - 1);
  await sweepBin(ctx);
  expect(await existingFileIds(ctx, [file.id, standalone.id])).toHaveLength(2);
  site.clock.advance(1);
  await emptyBin(ctx);
  const handle = handleRemoveStoredFiles(ctx.storage, ctx.mapCache, (ids) =>
    existingFileIds(ctx, ids),
  );
  for (const payload of (await ctx.queue.list(removeStoredFiles)).pending) await handle(payload);
  for (const { id } of [file, standalone])
    expect(await ctx.storage.size(originalKey(id))).toBeNull();
  admin = await makePerson(ctx, 'admin');
  const { people } = await staff().people.list({ filter: 'deactivated', search: client.email });
  expect(people).toMatchObject([{ id: client.id, isActive: false, companyId: null }]);
  expect((await site.auditEntries(company.id)).at(-1)).toMatchObject({
    action: 'company.deleted',
    detail: { clients: 1 },
  });
  expect((await site.auditEntries(project.id)).at(-1)).toMatchObject({ action: 'project.deleted' });
});
