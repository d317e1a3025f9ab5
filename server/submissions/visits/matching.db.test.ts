import { dayIn } from '#domain/weeks.ts';
import { processStored } from '#server/files/process.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  makeFile,
  makeProject,
  makeProjectWithPeople,
  makeSubmission,
  makeVisitPlan,
} from '#test/factories.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';

const DAY_MS = 86_400_000;
const site = runSite();
let people: Awaited<ReturnType<typeof makeProjectWithPeople>>;
let projectId: string;

beforeEach(async () => {
  people = await makeProjectWithPeople(site.ctx);
  projectId = people.project.id;
  await makeVisitPlan(site.ctx, projectId, { rule: null });
});

const staff = () => site.as(people.staff);
const daysAgo = (days: number) => new Date(site.clock.now().getTime() - days * DAY_MS);
const dayOf = (at: Date) => dayIn(at, people.project.timeZone);
const add = (days: number) =>
  staff().visits.add({ projectId, dueAt: `${dayOf(daysAgo(days))}T18:00:00Z` });
const create = (days: number, visitId?: string | null) =>
  staff().submissions.create({
    projectId,
    title: 'Week',
    recordedDate: dayOf(daysAgo(days)),
    ...(visitId !== undefined && { visitId }),
  });
const visitOf = async ({ id }: { id: string }) =>
  (await staff().visits.ofSubmission({ submissionId: id })).visit;

test('a submission matches the visit of its day, which staff can change', async () => {
  const [lastWeek, today] = [await add(8), await add(1)];
  const submission = await create(7);
  expect(await visitOf(submission)).toMatchObject({ id: lastWeek.id, state: 'flown' });
  const other = await create(1);
  expect(await visitOf(other)).toMatchObject({ id: today.id });
  const submissionId = submission.id;
  await expect(staff().visits.match({ submissionId, visitId: today.id })).rejects.toMatchObject({
    code: 'VISIT_FLOWN',
  });
  await staff().visits.match({ submissionId: other.id, visitId: null });
  expect(await staff().visits.match({ submissionId, visitId: today.id })).toMatchObject({
    visit: { id: today.id, submissionId },
  });
  await expect(staff().visits.cancel({ id: today.id, reason: 'Rain' })).rejects.toMatchObject({
    code: 'VISIT_FLOWN',
  });
});

test('of two flights a day, the second matches the second visit or none', async () => {
  const first = await add(1);
  expect(await visitOf(await create(1))).toMatchObject({ id: first.id });
  expect(await visitOf(await create(1))).toBeNull();
  const second = await staff().visits.add({
    projectId,
    dueAt: `${dayOf(daysAgo(1))}T20:00:00Z`,
  });
  expect(await visitOf(await create(1))).toMatchObject({ id: second.id });
});

test('the card page can choose another visit, or none', async () => {
  const [early, late] = [await add(9), await add(1)];
  expect(await visitOf(await create(1, early.id))).toMatchObject({ id: early.id });
  expect(await visitOf(await create(1, null))).toBeNull();
  const elsewhere = await makeProject(site.ctx, people.company.id);
  await makeVisitPlan(site.ctx, elsewhere.id);
  await expect(
    staff().submissions.create({ projectId: elsewhere.id, title: 'A', visitId: late.id }),
  ).rejects.toMatchObject({ code: 'VISIT_NOT_FOUND' });
});

test('a submission without a date is matched by its first photo', async () => {
  const visit = await add(2);
  const submission = await makeSubmission(site.ctx, projectId);
  expect(await visitOf(submission)).toBeNull();
  const taken = `${dayOf(daysAgo(2)).replaceAll('-', ':')} 11:00:00`;
  const bytes = await jpegPhoto({ exif: { IFD2: { DateTimeOriginal: taken } } });
  const { id } = await makeFile(site.ctx, submission, { state: 'processing', bytes });
  const run = { isLastTry: true, signal: new AbortController().signal };
  await processStored(site.ctx, id, run);
  expect(await visitOf(submission)).toMatchObject({ id: visit.id });
});

test('a submission that moves to another project takes the visit there', async () => {
  await add(1);
  const { id } = await create(1);
  const there = await makeProject(site.ctx, people.company.id);
  await makeVisitPlan(site.ctx, there.id, { rule: null });
  const other = await staff().visits.add({
    projectId: there.id,
    dueAt: `${dayOf(daysAgo(1))}T18:00:00Z`,
  });
  await staff().submissions.move({ id, projectId: there.id });
  expect(await visitOf({ id })).toMatchObject({ id: other.id });
});

test('the overview shows missed visits, those due today, and how many were on time', async () => {
  const missed = await makeProject(site.ctx, people.company.id);
  await makeVisitPlan(site.ctx, missed.id, { rule: null });
  await staff().visits.add({ projectId: missed.id, dueAt: daysAgo(3).toISOString() });
  await staff().submissions.create({
    projectId: missed.id,
    title: 'Week',
    visitId: null,
    recordedDate: dayOf(daysAgo(9)),
  });
  const { record } = (await staff().overview.staff()).visits;
  const [late, flown, today] = [await add(5), await add(1), await add(0)];
  const submission = await create(1);
  expect(await visitOf(submission)).toMatchObject({ id: flown.id });
  expect(late.state).toBe('missed');
  await makeFile(site.ctx, submission);
  await staff().submissions.publish({ id: submission.id });
  const { visits } = await staff().overview.staff();
  const projects = visits.missed.first.map(({ projectId: id, days }) => ({ id, days }));
  expect(projects).toContainEqual({ id: missed.id, days: 9 });
  expect(projects).not.toContainEqual(expect.objectContaining({ id: projectId }));
  expect(visits.dueToday.first.map(({ id }) => id)).toContain(today.id);
  expect(visits.record).toEqual({ due: record.due + 2, onTime: record.onTime + 1 });
  expect(
    await site.as(people.client).visits.list({
      from: daysAgo(2).toISOString(),
      until: daysAgo(0).toISOString(),
    }),
  ).toMatchObject({ visits: [{ state: 'delivered', submissionId: submission.id }] });
});
