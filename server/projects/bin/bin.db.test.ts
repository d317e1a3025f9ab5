import { CompiledQuery } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addFile } from '#server/files/service.ts';
import { handleRemoveStoredFiles, removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  makeViewpoint,
  type Person,
} from '#test/factories.ts';
import { makeRaster } from '#test/fixtures/rasters.ts';
import { runSite } from '#test/site.ts';
import { sweepBin } from './remove.ts';
import { existingFileIds } from './service.ts';

const DAY_MS = 86_400_000;
const SYSTEM = { kind: 'system' } as const;
const site = runSite();
let operator: Person;
let client: Person;
let project: { id: string; name: string };
let week: Awaited<ReturnType<typeof makeSubmission>>;
let file: Awaited<ReturnType<typeof makeFile>>;

beforeEach(async () => {
  const { ctx } = site;
  ({ project, client, staff: operator } = await makeProjectWithPeople(ctx));
  week = await makeSubmission(ctx, project.id, { published: true });
  file = await makeFile(ctx, week);
});

const staff = () => site.as(operator);
const ofWeek = () => ({ kind: 'submission', id: week.id }) as const;
const ofProject = () => ({ kind: 'project', id: project.id }) as const;
const deleteProject = () => staff().projects.remove({ id: project.id, typedName: project.name });

async function found() {
  const tables = ['projects', 'submissions', 'files', 'rasters', 'viewpoints', 'share_links'];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const of = {
      projects: 'id = $1',
      rasters: 'file_id in (select id from files where project_id = $1)',
    }[table];
    const statement = `select 1 from ${table} where ${of ?? 'project_id = $1'}`;
    const { rows } = await site.ctx.db.as(SYSTEM, (tx) =>
      tx.executeQuery(CompiledQuery.raw(statement, [project.id])),
    );
    counts[table] = rows.length;
  }
  return counts;
}

test('a deleted submission disappears for everyone and can be restored completely', async () => {
  const link = await makeShareLink(site.ctx, client.viewer, {
    projectId: project.id,
    submissionId: week.id,
  });
  const { files } = await site.as(client).files.listPublished({ submissionId: week.id });
  const picture = () =>
    site.inject({ url: `${files[0]?.mediaUrl}/w256.webp`, headers: { cookie: client.cookie } });
  const shared = () => site.inject({ url: `/shared/${link.token}/week` });
  expect([(await picture()).statusCode, (await shared()).statusCode]).toEqual([200, 200]);

  expect(await staff().submissions.remove({ id: week.id })).toEqual({ id: week.id, binDays: 30 });
  for (const person of [client, operator]) {
    await expect(site.as(person).submissions.getPublished({ id: week.id })).rejects.toMatchObject({
      code: 'SUBMISSION_NOT_FOUND',
    });
  }
  await expect(staff().files.list({ submissionId: week.id })).rejects.toMatchObject({
    status: 404,
  });
  expect(await site.as(client).projects.get({ id: project.id })).toMatchObject({
    submissionCount: 0,
    lastPublishedAt: null,
  });
  expect((await staff().shareLinks.list({})).shareLinks).toEqual([]);
  await expect.poll(async () => (await picture()).statusCode).toBe(404);
  expect((await shared()).statusCode).toBe(404);

  expect(await staff().bin.restore(ofWeek())).toEqual(ofWeek());
  expect(await site.as(client).projects.get({ id: project.id })).toMatchObject({
    submissionCount: 1,
  });
  expect([(await picture()).statusCode, (await shared()).statusCode]).toEqual([200, 200]);
  expect((await site.auditEntries(week.id)).slice(-2)).toMatchObject([
    { action: 'submission.put-in-bin', actorId: operator.id, detail: { files: 1 } },
    { action: 'submission.restored-from-bin', actorId: operator.id },
  ]);
});

test('nothing below a deleted project is found, even by the system', async () => {
  await makeRaster(site.ctx, week);
  await makeViewpoint(site.ctx, project.id);
  await makeShareLink(site.ctx, client.viewer, { projectId: project.id });
  const before = await found();
  expect(Object.values(before).every((count) => count > 0)).toBe(true);
  await deleteProject();
  expect(Object.values(await found())).toEqual([0, 0, 0, 0, 0, 0]);
  await staff().bin.restore(ofProject());
  expect(await found()).toEqual(before);
});

test('items deleted before their project stay in the bin and wait for it', async () => {
  await staff().submissions.remove({ id: week.id });
  await deleteProject();
  await expect(staff().bin.restore(ofWeek())).rejects.toMatchObject({
    code: 'HOME_IN_BIN',
    message: `The project “${project.name}” is also in the trash. Restore it first.`,
  });
  await staff().bin.restore(ofProject());
  expect((await staff().submissions.list({ projectId: project.id })).submissions).toEqual([]);
  await staff().bin.restore(ofWeek());
  expect((await staff().files.list({ submissionId: week.id })).files).toHaveLength(1);
});

test('the editor of a deleted submission shows what to restore', async () => {
  const edited = () => staff().submissions.get({ id: week.id });
  const refusal = (message: string) => ({ code: 'SUBMISSION_IN_BIN', message });
  await staff().submissions.remove({ id: week.id });
  await expect(edited()).rejects.toMatchObject(
    refusal(`“${week.title}” is in the trash. You can restore it there.`),
  );
  await deleteProject();
  await expect(edited()).rejects.toMatchObject(
    refusal(
      `This submission and its project are in the trash. Restore the project “${project.name}”. Restore the project first.`,
    ),
  );
});

test('a file uploaded again while its copy is in the bin blocks restoring that copy', async () => {
  const { ctx } = site;
  await staff().files.remove({ id: file.id });
  const { fileName, fileType, fileSize, kind, sha256, crc32, projectId, companyId } = file;
  const again = crypto.randomUUID();
  const same = { fileName, fileType, fileSize, kind, sha256, crc32, projectId, companyId };
  await ctx.db.as(SYSTEM, (tx) =>
    addFile(ctx, tx, { id: again, submissionId: week.id, createdBy: null, ...same }),
  );
  const restored = () => staff().bin.restore({ kind: 'file', id: file.id });
  await expect(restored()).rejects.toMatchObject({
    code: 'TWIN_EXISTS',
    message:
      `“${fileName}” has since been uploaded again (now in “${week.title}”). ` +
      'Delete it there first, then restore this.',
  });
  await staff().files.remove({ id: again });
  await restored();
  expect((await staff().files.list({ submissionId: week.id })).files).toMatchObject([
    { id: file.id },
  ]);
});

test("a file is restored to its submission's current project", async () => {
  const { project: other } = await makeProjectWithPeople(site.ctx);
  await staff().files.remove({ id: file.id });
  await staff().submissions.move({ id: week.id, projectId: other.id });
  await staff().bin.restore({ kind: 'file', id: file.id });
  const [row] = await site.rows
    .selectFrom('files')
    .select('projectId')
    .where('id', '=', file.id)
    .execute();
  expect(row).toEqual({ projectId: other.id });
});

test('the bin lists its items, finds them by name, and shows the days left', async () => {
  await staff().submissions.remove({ id: week.id });
  const { items, found: count } = await staff().bin.list({ search: week.title });
  expect(count).toBe(1);
  expect(items).toMatchObject([
    {
      ...ofWeek(),
      name: week.title,
      projectName: project.name,
      deletedBy: 'Test operator',
      deletedAt: site.clock.now().toISOString(),
      removedAt: new Date(site.clock.now().getTime() + 30 * DAY_MS).toISOString(),
      files: 1,
      bytes: file.fileSize,
    },
  ]);
  await deleteProject();
  const ofAll = await staff().bin.list({ search: project.name, sort: 'name' });
  expect(ofAll.items.map(({ kind, submissions }) => [kind, submissions])).toEqual([
    ['project', 0],
    ['submission', 0],
  ]);
});

test('items are deleted for good with their bytes after their days in the bin', async () => {
  const { ctx } = site;
  const stored = () => ctx.storage.size(originalKey(file.id));
  await deleteProject();
  site.clock.advance(30 * DAY_MS - 1);
  await sweepBin(ctx);
  expect(await existingFileIds(ctx, [file.id])).toEqual([file.id]);
  // The job deletes bytes only if the file doesn't exist. These files exist in the bin.
  const handle = handleRemoveStoredFiles(ctx.storage, ctx.mapCache, (ids) =>
    existingFileIds(ctx, ids),
  );
  await handle({ fileIds: [file.id] });
  expect(await stored()).toBe(file.fileSize);
  site.clock.advance(1);
  ({ staff: operator } = await makeProjectWithPeople(ctx));
  await expect(staff().bin.restore(ofProject())).rejects.toMatchObject({ code: 'NOT_IN_BIN' });
  await sweepBin(ctx);
  const { pending } = await ctx.queue.list(removeStoredFiles);
  expect(pending).toContainEqual({ fileIds: [file.id] });
  await handle({ fileIds: [file.id] });
  expect(await stored()).toBeNull();
  expect((await site.auditEntries(project.id)).at(-1)).toMatchObject({
    action: 'project.deleted',
    actorId: null,
    detail: { files: 1 },
  });
});

test.each(['submission', 'project'] as const)(
  'a restored %s skips publications that came due in the bin, and shows a note',
  async (kind) => {
    const [missed, ahead] = [
      await makeSubmission(site.ctx, project.id),
      await makeSubmission(site.ctx, project.id),
    ];
    const inHours = (hours: number) => new Date(site.ctx.clock().getTime() + hours * 3_600_000);
    const later = inHours(2);
    for (const [{ id }, at] of [[missed, inHours(-1)] as const, [ahead, later] as const])
      await site.change('update submissions set publish_at = $2 where id = $1', id, at);
    if (kind === 'project') await deleteProject();
    else for (const { id } of [missed, ahead]) await staff().submissions.remove({ id });
    const ids = kind === 'project' ? [project.id] : [missed.id, ahead.id];
    for (const id of ids) await staff().bin.restore({ kind, id });
    expect(await staff().submissions.get({ id: missed.id })).toMatchObject({
      status: 'draft',
      publishAt: null,
      scheduleError: 'It was in the trash at the scheduled time.',
    });
    expect(await staff().submissions.get({ id: ahead.id })).toMatchObject({
      publishAt: later.toISOString(),
      scheduleError: null,
    });
  },
);

test('deleting an item for good also deletes items below it that were deleted earlier', async () => {
  await staff().files.remove({ id: file.id });
  await staff().submissions.remove({ id: week.id });
  await staff().bin.remove(ofWeek());
  await expect(staff().bin.restore({ kind: 'file', id: file.id })).rejects.toMatchObject({
    code: 'NOT_IN_BIN',
  });
  const { pending } = await site.ctx.queue.list(removeStoredFiles);
  expect(pending).toContainEqual({ fileIds: [file.id] });
});
