import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { removeFile } from '#server/files/service.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { downloadKey, originalKey } from '#server/platform/storage/storage.ts';
import {
  makeCompany,
  makeFile,
  makePerson,
  makeProjectWithPeople,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { unpackZip } from '#test/fixtures/unpack-zip.ts';
import { runSite } from '#test/site.ts';
import { makeExportArchive } from './make-archive.ts';
import { importFrom } from './service.ts';

const site = runSite();
const other = runSite();
const folder = temporaryFolder();
let admin: Person;
beforeAll(async () => {
  admin = await makePerson(site.ctx, 'admin');
});

async function makeWorld() {
  const { company, project } = await makeProjectWithPeople(site.ctx);
  const week = await makeSubmission(site.ctx, project.id, { published: true });
  const inWeek = { id: week.id, projectId: project.id };
  return { company, files: [await makeFile(site.ctx, inWeek), await makeFile(site.ctx, inWeek)] };
}

const job = () => ({ isLastTry: true, signal: new AbortController().signal });
const listed = async (id: string) =>
  (await site.as(admin).downloads.list()).downloads.find((one) => one.id === id);
const fetchAs = (url: string, { cookie }: Person) => site.inject({ url, headers: { cookie } });

async function exportCompany(companyId: string) {
  const { id, url } = await site.as(admin).exports.make({ companyId });
  expect((await site.as(admin).exports.make({ companyId })).id).toBe(id);
  expect((await fetchAs(url, admin)).statusCode).toBe(409);
  await makeExportArchive(site.ctx, id, job());
  return { id, url };
}

test("an admin downloads a company's export, which another installation imports", async () => {
  const { company, files } = await makeWorld();
  const { id, url } = await exportCompany(company.id);
  const answer = await fetchAs(url, admin);
  expect(answer.statusCode).toBe(200);
  expect(await listed(id)).toMatchObject({
    company: { id: company.id, name: company.companyName },
    projectId: null,
    fileCount: 2,
    bytes: answer.rawPayload.length,
    progress: { state: 'ready', percent: 100, problem: null },
  });
  const names = await unpackZip(answer.rawPayload, folder.path('export'));
  const root = join(folder.path('export'), names[0]?.split('/')[0] ?? '');
  await makePerson(other.ctx, 'admin');
  expect(await importFrom(other.ctx, root)).toMatchObject({ files: 2, problems: [] });
  for (const { id: fileId } of files) {
    expect(await other.ctx.storage.read(originalKey(fileId))).toEqual(
      await site.ctx.storage.read(originalKey(fileId)),
    );
  }
  expect((await site.auditEntries(company.id)).slice(-2)).toMatchObject([
    { action: 'export.requested', actorId: admin.id },
    { action: 'export.downloaded', actorId: admin.id },
  ]);
});

test.each(['deleted', 'merged'])('an export of a company that is %s is removed', async (how) => {
  const { company } = await makeWorld();
  const { id } = await exportCompany(company.id);
  const kept = await exportCompany((await makeWorld()).company.id);
  const { companies, bin } = site.as(admin);
  const typedName = company.companyName;
  if (how === 'merged') {
    const into = await makeCompany(site.ctx);
    await companies.merge({ id: company.id, intoId: into.id, typedName });
  } else {
    await companies.remove({ id: company.id, typedName });
    await bin.remove({ kind: 'company', id: company.id });
  }
  expect(await listed(id)).toBeUndefined();
  expect(await listed(kept.id)).toBeDefined();
  const { pending } = await site.ctx.queue.list(removeStoredFiles);
  expect(pending.flatMap(({ fileIds }) => fileIds)).toContain(id);
});

test('an export ends when it is removed, or its admin becomes an operator', async () => {
  const { company } = await makeWorld();
  const { id, url } = await exportCompany(company.id);
  const operator = await makePerson(site.ctx, 'operator');
  await makePerson(site.ctx, 'admin');
  expect((await fetchAs(url, operator)).statusCode).toBe(404);
  await site.change(`update profiles set role = 'operator' where id = $1`, admin.id);
  expect((await fetchAs(url, admin)).statusCode).toBe(404);
  await site.change(`update profiles set role = 'admin' where id = $1`, admin.id);
  expect((await fetchAs(url, admin)).statusCode).toBe(200);
  await site.as(admin).downloads.remove({ id });
  expect((await fetchAs(url, admin)).statusCode).toBe(404);
});

test('an export lists missing originals, and one with deleted files must be made again', async () => {
  const { company, files } = await makeWorld();
  const [lost, kept] = files;
  await site.ctx.storage.remove(originalKey(lost?.id ?? ''));
  const { id, url } = await exportCompany(company.id);
  expect(await listed(id)).toMatchObject({
    fileCount: 1,
    progress: {
      state: 'ready',
      problem: expect.stringMatching(/^Not included, because the original is missing.*files\//),
    },
  });
  expect(await site.ctx.storage.size(downloadKey(id, 'data.json'))).toBeGreaterThan(0);
  await removeFile(site.ctx, { kind: 'system' }, { id: kept?.id ?? '' });
  expect((await fetchAs(url, admin)).json()).toMatchObject({ code: 'DOWNLOAD_CHANGED' });
});
