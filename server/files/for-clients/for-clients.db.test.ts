import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { pictureUrl } from '#domain/pictures.ts';
import { makeRaster } from '#test/fixtures/rasters.ts';
import { makeFile, makeProjectWithPeople, makeShareLink, makeSubmission } from '#test/factories.ts';
import { runSite, type Site } from '#test/site.ts';

const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx, as }: Site) {
  const { project, client, staff } = await makeProjectWithPeople(ctx);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const link = await makeShareLink(ctx, client.viewer, { projectId: project.id });
  return { project, week, link, portal: as(client), office: as(staff), client, staff };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

const notes = { kind: 'document', fileType: 'application/x-subrip', fileName: 'a.SRT' } as const;

test("only staff see a file that isn't for clients", async () => {
  const { project, week, link, portal, office } = world;
  const { id: submissionId } = week;
  const shown = await makeFile(site.ctx, week);
  const kept = await makeFile(site.ctx, week, { ...notes, isForClients: false });
  const { files } = await portal.files.listPublished({ submissionId });
  expect(files.map(({ id }) => id)).toEqual([shown.id]);
  const counts = { photoCount: 1, documentCount: 0, fileCount: 1 };
  expect(await portal.submissions.getPublished({ id: submissionId })).toMatchObject(counts);
  const { submissions } = await portal.submissions.listPublished({ projectId: project.id });
  expect(submissions).toMatchObject([counts]);
  expect(await portal.downloads.plan({ submissionId })).toMatchObject({ fileCount: 1 });
  const opened = await site.as().shareLinks.open({ token: link.token });
  expect(opened.submissions).toMatchObject([counts]);
  const shared = await site.as().shareLinks.openFiles({ token: link.token, submissionId });
  expect(shared.files.map(({ id }) => id)).toEqual([shown.id]);

  // On portal pages, staff see what clients see.
  expect(await office.downloads.plan({ submissionId })).toMatchObject({ fileCount: 1 });
  const all = { submissionIds: null, kinds: ['photos', 'documents'], size: 'original' } as const;
  const selection = { projectId: project.id, ...all, kinds: [...all.kinds] };
  expect(await office.downloads.measure(selection)).toMatchObject({ fileCount: 1 });
  expect((await office.files.listPublished({ submissionId })).files).toHaveLength(1);
  const own = (await office.files.list({ submissionId })).files;
  expect(own.find(({ id }) => id === kept.id)).toMatchObject({ isForClients: false });
  expect(await office.submissions.get({ id: submissionId })).toMatchObject({
    ...counts,
    fileCount: 2,
    hiddenCount: 1,
  });
});

test('policies alone hide the file and everything that belongs to it', async () => {
  const { week, link, client } = world;
  const { id } = await makeFile(site.ctx, week, { kind: 'video', isForClients: false });
  await site.rows.insertInto('chapters').values({ fileId: id, seconds: 1, name: 'Roof' }).execute();
  for (const viewer of [client.viewer, { kind: 'share', shareLinkId: link.id }] as const) {
    const found = await site.ctx.db.as(viewer, async (tx) => [
      ...(await tx.selectFrom('files').where('id', '=', id).select('id').execute()),
      ...(await tx.selectFrom('chapters').where('fileId', '=', id).select('name').execute()),
      ...(await tx
        .updateTable('files')
        .set({ isForClients: true })
        .where('id', '=', id)
        .returning('id')
        .execute()),
    ]);
    expect(found).toEqual([]);
  }
});

test('clients lose access at once, and get it back', async () => {
  const { ctx, inject } = site;
  const { project, portal, office, client } = world;
  const week = await makeSubmission(ctx, project.id, { published: true });
  const [photo, other] = [await makeFile(ctx, week), await makeFile(ctx, week)];
  const submissionId = week.id;
  const { files } = await portal.files.listPublished({ submissionId });
  const mediaUrl = files.find(({ id }) => id === photo.id)?.mediaUrl ?? '';
  const picture = async () =>
    (await inject({ url: pictureUrl(mediaUrl, 256), headers: { cookie: client.cookie } }))
      .statusCode;
  expect(await picture()).toBe(200);

  const both = [photo.id, other.id];
  await expect(
    office.files.setForClients({ fileIds: [...both, randomUUID()], isForClients: false }),
  ).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  expect(await picture()).toBe(200);
  await office.files.setForClients({ fileIds: both, isForClients: false });
  await expect.poll(picture).toBe(404);
  expect(await portal.files.listPublished({ submissionId })).toEqual({ files: [] });
  expect(await site.auditEntries(photo.id)).toMatchObject([{ action: 'file.kept-from-clients' }]);
  await office.files.setForClients({ fileIds: [photo.id], isForClients: true });
  await expect.poll(picture).toBe(200);
});

test('clients are notified of a change, but get no data of hidden files', async () => {
  const { ctx } = site;
  const { project, office } = world;
  const week = await makeSubmission(ctx, project.id, { published: true });
  const file = await makeFile(ctx, week, { ...notes, isForClients: false });
  const audiences: unknown[] = [];
  const stop = ctx.live.onEvent((_, { audience }) => audiences.push(audience));
  await office.files.update({ id: file.id, fileName: 'b.SRT' });
  await expect.poll(() => audiences).toEqual([{ companyId: null, profileIds: [] }]);
  await office.files.setForClients({ fileIds: [file.id], isForClients: true });
  await expect.poll(() => audiences.at(-1)).toBeNull();
  stop();
});

test('hiding a map from clients hides its measurements too', async () => {
  const { ctx, change } = site;
  const { project, portal, office, client } = world;
  const week = await makeSubmission(ctx, project.id, { published: true });
  const map = await makeRaster(ctx, week);
  await change(
    `insert into measurements (submission_id, title, measure, result)
     values ($1, 'Pile', $2, '{"kind": "distance"}')`,
    week.id,
    JSON.stringify({ kind: 'volume', fileId: map.id }),
  );
  const count = () =>
    ctx.db.as(client.viewer, async (tx) => {
      const measurements = tx.selectFrom('measurements').where('submissionId', '=', week.id);
      return (await measurements.select('id').execute()).length;
    });
  expect(await count()).toBe(1);
  await office.files.setForClients({ fileIds: [map.id], isForClients: false });
  expect(await count()).toBe(0);
  expect(await portal.maps.ofProject({ projectId: project.id })).toEqual({ weeks: [] });
});

test("a submission with only hidden files can't be published", async () => {
  const { ctx } = site;
  const { project, office } = world;
  const draft = await makeSubmission(ctx, project.id);
  await makeFile(ctx, draft, { ...notes, isForClients: false });
  await expect(office.submissions.publish({ id: draft.id })).rejects.toMatchObject({
    code: 'SUBMISSION_EMPTY',
  });
});
