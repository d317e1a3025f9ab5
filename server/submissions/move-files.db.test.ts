import { beforeAll, expect, test } from 'vitest';
import {
  POSE,
  makeFile,
  makeProjectWithPeople,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { pictureUrl } from '#domain/files.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let world: { operator: Person; client: Person; from: string; to: string; company: string };

beforeAll(async () => {
  const { ctx } = site;
  const from = await makeProjectWithPeople(ctx, { timeZone: 'America/Chicago' });
  const to = await makeProjectWithPeople(ctx, { timeZone: 'America/Denver' });
  world = {
    operator: from.staff,
    client: from.client,
    from: from.project.id,
    to: to.project.id,
    company: to.company.id,
  };
});

const staff = () => site.as(world.operator);
const row = (id: string) =>
  site.rows.selectFrom('files').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const move = (
  id: string,
  fileIds: string[],
  to: { submissionId: string } | { projectId: string },
) => staff().submissions.moveFiles({ id, fileIds, to });

test('files move to a new draft of another company with their sidecars, and clients lose them at once', async () => {
  const week = await makeSubmission(site.ctx, world.from, { published: true });
  const capturedAt = new Date('2026-03-24T17:00:00Z');
  const photo = await makeFile(site.ctx, week, { ...POSE, capturedAt, fileName: 'site.JPG' });
  const sidecar = await makeFile(site.ctx, week, { kind: 'other', fileName: 'SITE.jgw' });
  const stays = await makeFile(site.ctx, week);
  await site.change('update files set is_place_confirmed = true where id = $1', photo.id);
  const publishedFiles = () => site.as(world.client).files.listPublished({ submissionId: week.id });
  const [{ mediaUrl } = { mediaUrl: '' }] = (await publishedFiles()).files.filter(
    ({ id }) => id === photo.id,
  );
  const picture = { url: pictureUrl(mediaUrl, 256), headers: { cookie: world.client.cookie } };
  expect((await site.inject(picture)).statusCode).toBe(200);

  const { submission, fileIds, isNew } = await move(week.id, [photo.id], { projectId: world.to });
  expect(isNew).toBe(true);
  expect(fileIds.toSorted()).toEqual([photo.id, sidecar.id].toSorted());
  expect(submission).toMatchObject({
    projectId: world.to,
    status: 'draft',
    title: 'Week 1',
    recordedDate: '2026-03-24',
    fileCount: 2,
  });
  expect(await row(photo.id)).toMatchObject({
    submissionId: submission.id,
    projectId: world.to,
    companyId: world.company,
    isPlaceConfirmed: false,
  });
  expect((await publishedFiles()).files.map(({ id }) => id)).toEqual([stays.id]);
  expect((await site.inject(picture)).statusCode).toBe(404);
  expect(await site.auditEntries(photo.id)).toMatchObject([
    { action: 'file.moved', actorId: world.operator.id, detail: { submission: {} } },
  ]);
});

test('photos get viewpoints of the other project, and empty viewpoints are removed', async () => {
  const [from, to] = [
    await makeSubmission(site.ctx, world.from),
    await makeSubmission(site.ctx, world.to),
  ];
  const [photo, other] = [await makeFile(site.ctx, from, POSE), await makeFile(site.ctx, from)];
  const made = await site.rows
    .insertInto('viewpoints')
    .values({ projectId: world.from, name: 'Stray', ...POSE, referenceId: photo.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.change('update files set viewpoint_id = $2 where id = $1', photo.id, made.id);
  await site.change(
    `insert into registrations (file_id, reference_id, reason, created_at)
     values ($1, $2, 'no-match', now())`,
    other.id,
    photo.id,
  );
  await move(from.id, [photo.id], { submissionId: to.id });
  const { viewpointId } = await row(photo.id);
  const rows = site.rows.selectFrom('viewpoints').select('projectId');
  expect(await rows.where('id', '=', viewpointId).execute()).toEqual([{ projectId: world.to }]);
  expect(await rows.where('id', '=', made.id).execute()).toEqual([]);
  const aligned = site.rows.selectFrom('registrations').where('referenceId', '=', photo.id);
  expect(await aligned.selectAll().execute()).toEqual([]);
});

test("capture times without a zone follow the new site, and a video's exact time stays", async () => {
  const [from, to] = [
    await makeSubmission(site.ctx, world.from),
    await makeSubmission(site.ctx, world.to),
  ];
  const noon = {
    capturedAt: new Date('2026-03-24T17:00:00Z'),
    capturedLocal: '2026-03-24 12:00:00',
    timeZoneSource: 'site' as const,
  };
  const photo = await makeFile(site.ctx, from, noon);
  const film = await makeFile(site.ctx, from, { ...noon, kind: 'video' });
  const sure = await makeFile(site.ctx, from, { ...noon, timeZoneSource: 'gps' });
  await move(from.id, [photo.id, film.id, sure.id], { submissionId: to.id });
  const times = async (id: string) => {
    const { capturedAt, capturedLocal } = await row(id);
    return [capturedAt?.toISOString(), capturedLocal];
  };
  expect(await times(photo.id)).toEqual(['2026-03-24T18:00:00.000Z', noon.capturedLocal]);
  expect(await times(film.id)).toEqual(['2026-03-24T17:00:00.000Z', '2026-03-24 11:00:00']);
  expect(await times(sure.id)).toEqual(['2026-03-24T17:00:00.000Z', noon.capturedLocal]);
});

test('a file keeps its viewpoint within a project', async () => {
  const [from, to] = [
    await makeSubmission(site.ctx, world.from),
    await makeSubmission(site.ctx, world.from),
  ];
  const photo = await makeFile(site.ctx, from, POSE);
  const made = { projectId: world.from, name: 'Kept', ...POSE };
  const { id: viewpointId } = await site.rows
    .insertInto('viewpoints')
    .values(made)
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.change('update files set viewpoint_id = $2 where id = $1', photo.id, viewpointId);
  await move(from.id, [photo.id], { submissionId: to.id });
  expect(await row(photo.id)).toMatchObject({ submissionId: to.id, viewpointId });
});

test("files in processing don't move, nor to a published week, over the quota, or onto a duplicate", async () => {
  const from = await makeSubmission(site.ctx, world.from);
  const [photo, busy] = [
    await makeFile(site.ctx, from),
    await makeFile(site.ctx, from, { state: 'processing' }),
  ];
  const draft = { submissionId: (await makeSubmission(site.ctx, world.to)).id };
  const refused = (fileIds: string[], to: { submissionId: string }, code: string) =>
    expect(move(from.id, fileIds, to)).rejects.toMatchObject({ code });
  await refused([photo.id, busy.id], draft, 'FILE_BUSY');
  const shown = await makeSubmission(site.ctx, world.to, { published: true });
  await refused([photo.id], { submissionId: shown.id }, 'FILES_NEED_DRAFT');
  await refused([photo.id, shown.id], draft, 'FILE_NOT_FOUND');
  const twin = await makeFile(site.ctx, shown);
  await site.change('update files set sha256 = $2 where id = $1', twin.id, photo.sha256);
  await refused([photo.id], draft, 'FILES_IN_PROJECT');
  const other = await makeFile(site.ctx, from);
  expect(await move(from.id, [photo.id, other.id], draft)).toMatchObject({
    fileIds: [other.id],
    twins: [photo.id],
  });
  await site.change('delete from files where id = $1', twin.id);
  await site.change('update companies set quota_bytes = 1 where id = $1', world.company);
  await refused([photo.id], draft, 'QUOTA_REACHED');
  await site.change('update companies set quota_bytes = null where id = $1', world.company);
  expect(await row(photo.id)).toMatchObject({ submissionId: from.id, projectId: world.from });
  await move(from.id, [photo.id], draft);
  expect(await row(photo.id)).toMatchObject(draft);
});
