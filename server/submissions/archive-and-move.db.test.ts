import { beforeAll, expect, test } from 'vitest';
import {
  POSE,
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let world: Awaited<ReturnType<typeof makeProjectWithPeople>> & { from: string; to: string };

beforeAll(async () => {
  const { ctx } = site;
  const parties = await makeProjectWithPeople(ctx);
  const elsewhere = await makeProjectWithPeople(ctx);
  world = { ...parties, from: elsewhere.project.id, to: parties.project.id };
});

const staff = () => site.as(world.staff).submissions;
const getPublished = (id: string) => site.as(world.client).submissions.getPublished({ id });
const NOT_FOUND = { code: 'SUBMISSION_NOT_FOUND' };

async function published(projectId = world.to) {
  const submission = await makeSubmission(site.ctx, projectId, { published: true });
  return { ...submission, file: await makeFile(site.ctx, submission) };
}

test("clients don't see an archived submission, and restoring it keeps its status and date", async () => {
  const { id } = await published();
  const before = await staff().get({ id });
  expect(await staff().archive({ id })).toMatchObject({ status: 'archived' });
  await expect(getPublished(id)).rejects.toMatchObject(NOT_FOUND);
  site.clock.advance(60_000);
  const { publishedAt } = await staff().restore({ id });
  expect(publishedAt).toBe(before.publishedAt);
  expect(await getPublished(id)).toMatchObject({ id });
  expect((await site.auditEntries(id)).slice(1)).toMatchObject([
    { action: 'submission.archived', detail: { from: 'published' } },
    { action: 'submission.restored', detail: { to: 'published' } },
  ]);
});

test('an archived draft is restored as a draft, and an archived submission can become a draft', async () => {
  const draft = await makeSubmission(site.ctx, world.to);
  await staff().archive({ id: draft.id });
  expect(await staff().restore({ id: draft.id })).toMatchObject({ status: 'draft' });
  const { id } = await published();
  await staff().archive({ id });
  expect(await staff().unpublish({ id })).toMatchObject({ status: 'draft', publishedAt: null });
});

test("an archived submission that lost all its files can't be restored", async () => {
  const { id, file } = await published();
  await staff().archive({ id });
  await site.as(world.staff).files.remove({ id: file.id });
  await expect(staff().restore({ id })).rejects.toMatchObject({ code: 'SUBMISSION_EMPTY' });
});

test('a published submission moves with its files, notifications and counts', async () => {
  const { id, file } = await published(world.from);
  const linked = { projectId: world.from, submissionId: id };
  const link = await makeShareLink(site.ctx, world.staff.viewer, linked);
  await expect(getPublished(id)).rejects.toMatchObject(NOT_FOUND);
  const countOf = async (projectId: string) =>
    (await site.as(world.staff).projects.get({ id: projectId })).submissionCount;
  const [from, to] = [await countOf(world.from), await countOf(world.to)];
  await site.change(
    'update files set latitude = $2, longitude = $3, relative_altitude = $4, gimbal_yaw = $5, gimbal_pitch = $6 where id = $1',
    file.id,
    ...Object.values(POSE),
  );
  expect(await staff().move({ id, projectId: world.to })).toMatchObject({ projectId: world.to });
  expect(await getPublished(id)).toMatchObject({ id });
  expect([await countOf(world.from), await countOf(world.to)]).toEqual([from - 1, to + 1]);
  const row = await site.rows
    .selectFrom('files')
    .innerJoin('viewpoints', 'viewpoints.id', 'files.viewpointId')
    .where('files.id', '=', file.id)
    .select(['files.projectId', 'viewpoints.projectId as viewpointOf'])
    .executeTakeFirst();
  expect(row).toEqual({ projectId: world.to, viewpointOf: world.to });
  const inbox = await site.as(world.client).notifications.list();
  expect(inbox.notifications).toMatchObject([{ kind: 'week-published' }]);
  const links = await site.as(world.staff).shareLinks.list({});
  expect(links.shareLinks.find((one) => one.id === link.id)).toMatchObject({ isActive: false });
});

test("a submission in processing can't move, nor one whose files the project already has", async () => {
  const busy = await makeSubmission(site.ctx, world.from);
  await makeFile(site.ctx, busy, { state: 'processing' });
  await expect(staff().move({ id: busy.id, projectId: world.to })).rejects.toMatchObject({
    code: 'SUBMISSION_BUSY',
  });
  const [one, other] = [await published(world.from), await published()];
  await site.change('update files set sha256 = $2 where id = $1', one.file.id, other.file.sha256);
  await expect(staff().move({ id: one.id, projectId: world.to })).rejects.toMatchObject({
    code: 'FILES_IN_PROJECT',
  });
  expect(await staff().get({ id: one.id })).toMatchObject({ projectId: world.from });
});
