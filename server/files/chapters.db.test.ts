import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makeFile, makePerson, makeShareLink, type Person } from '#test/factories.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
const crane = { seconds: 4.2, name: 'Crane' };
const roof = { seconds: 30, name: 'Roof' };
let week: Awaited<ReturnType<typeof makeOwnedWeek>>;
let film: { id: string };
let manager: Person;
beforeAll(async () => {
  week = await makeOwnedWeek(site.ctx);
  manager = await makePerson(site.ctx, 'project_manager');
  film = await makeFile(site.ctx, week.submission, { kind: 'video', durationSeconds: 60 });
});

test('new chapters replace the old ones, in order, for staff, clients and visitors', async () => {
  const { owner, submission, project } = week;
  await site
    .as(manager)
    .files.setChapters({ id: film.id, chapters: [{ seconds: 9, name: 'Old' }] });
  const changed = await site
    .as(manager)
    .files.setChapters({ id: film.id, chapters: [roof, crane] });
  expect(changed.chapters).toEqual([crane, roof]);
  const { files } = await site.as(owner).files.listPublished({ submissionId: submission.id });
  const chaptersOf = (list: { id: string; chapters: unknown }[]) =>
    list.find(({ id }) => id === film.id)?.chapters;
  expect(chaptersOf(files)).toEqual([crane, roof]);
  const { token } = await makeShareLink(site.ctx, owner.viewer, { projectId: project.id });
  const shared = await site.as(null).shareLinks.openFiles({ token, submissionId: submission.id });
  expect(chaptersOf(shared.files)).toEqual([crane, roof]);
});

test('invalid chapters are refused and change nothing', async () => {
  await site.as(manager).files.setChapters({ id: film.id, chapters: [crane] });
  const set = (id: string, chapters: (typeof crane)[]) =>
    site.as(manager).files.setChapters({ id, chapters });
  const late = set(film.id, [roof, { ...crane, seconds: 61 }]);
  await expect(late).rejects.toMatchObject({ code: 'CHAPTER_OUTSIDE_VIDEO' });
  await expect(set(week.file.id, [crane])).rejects.toMatchObject({ code: 'NOT_A_VIDEO' });
  await expect(set(randomUUID(), [crane])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(set(film.id, [{ ...crane, name: ' ' }])).rejects.toMatchObject({ status: 400 });
  const { files } = await site.as(manager).files.list({ submissionId: week.submission.id });
  expect(files.find(({ id }) => id === film.id)?.chapters).toEqual([crane]);
});
