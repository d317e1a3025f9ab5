import { beforeEach, describe, expect, test } from 'vitest';
import { dayIn } from '#domain/weeks.ts';
import { changeProject, projectFor } from '#server/projects/service.ts';
import {
  changeSubmission,
  createSubmission,
  removeSubmission,
  staffSubmission,
  staffSubmissions,
} from '#server/submissions/service.ts';
import { clientOverview } from '#server/operations/overview/service.ts';
import { SubmissionInput } from '#domain/submissions.ts';
import { runSitePerTest } from '#test/site.ts';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { keepRecent } from './keep-recent.ts';
import { moveVisit } from './move-visit.ts';
import { recordEnd, recordProject, recordStart, recordVisit } from './notes.ts';
import { creationOf, mondayBefore, publicationOf, visitDays } from './projects.ts';

const SYSTEM = { kind: 'system' } as const;
const ZONE = 'America/Chicago';
const DAY_MS = 86_400_000;
const WEEKS = 3;

const product = runSitePerTest();
let projectId: string;
let companyId: string;
let visitIds: string[];

beforeEach(async () => {
  const { ctx } = product;
  companyId = (await makeCompany(ctx)).id;
  await ctx.db.as(SYSTEM, recordStart);
  const startDate = mondayBefore(ctx.clock(), WEEKS);
  projectId = (await makeProject(ctx, companyId, { startDate })).id;
  const monday = mondayBefore(ctx.clock(), 0);
  await ctx.db.as(SYSTEM, (tx) => recordProject(tx, projectId, { startDate, monday }));
  visitIds = [];
  for (const day of visitDays({ weeks: WEEKS, draft: false }, ctx.clock())) await fly(day);
  await ctx.db.as(SYSTEM, recordEnd);
});

/** Creates a visit like the seed's: published the next day, with a photo taken at 10:30. */
async function fly(day: string) {
  const { ctx } = product;
  const input = { projectId, title: `Week ${visitIds.length + 1}`, recordedDate: day };
  const begun = { ...ctx, clock: () => creationOf(day) };
  const { id } = await createSubmission(begun, SYSTEM, SubmissionInput.parse(input));
  const local = `${day}T10:30:00`;
  const { rows } = await ctx.db.pool.query<{ at: Date }>(
    'select $1::timestamp at time zone $2 as at',
    [local, ZONE],
  );
  const captured = { capturedLocal: local, capturedAt: rows[0]?.at ?? null };
  const file = await makeFile(ctx, { id, projectId }, captured);
  await ctx.db.pool.query(
    "update submissions set status = 'published', published_at = $2 where id = $1",
    [id, publicationOf(day)],
  );
  await ctx.db.as(SYSTEM, (tx) => recordVisit(tx, id, { day, fileIds: [file.id] }));
  visitIds.push(id);
}

const visits = () =>
  Promise.all(visitIds.map((id) => staffSubmission(product.ctx, SYSTEM, { id })));
const days = async () => (await visits()).map(({ recordedDate }) => recordedDate ?? '');
const later = (day: string, weeks: number) =>
  new Date(Date.parse(day) + weeks * 7 * DAY_MS).toISOString().slice(0, 10);

async function pass(numberOfDays: number) {
  for (let passed = 0; passed < numberOfDays; passed += 0.5) {
    product.clock.advance(DAY_MS / 2);
    await keepRecent(product.ctx);
  }
}

describe('a sample site that runs for weeks', () => {
  test('always has a visit in the last seven days, and none in the future', async () => {
    const { ctx, clock } = product;
    const client = await makePerson(ctx, 'client', { companyId });
    for (let hour = 0; hour < 16 * 24; hour += 7) {
      await keepRecent(ctx);
      const now = ctx.clock();
      const shown = await clientOverview(ctx, client.viewer);
      expect([now, shown.thisWeek.length > 0]).toEqual([now, true]);
      for (const { recordedDate, createdAt, publishedAt } of await visits()) {
        expect((recordedDate ?? '') <= dayIn(now, ZONE)).toBe(true);
        expect(dayIn(new Date(createdAt), ZONE)).toBe(recordedDate);
        expect(Date.parse(publishedAt ?? '')).toBeLessThanOrEqual(now.getTime());
      }
      clock.advance(7 * 3_600_000);
    }
  });

  test('keeps the interval of its weeks and the age of its project', async () => {
    const before = await days();
    const { startDate } = await projectFor(product.ctx, SYSTEM, { id: projectId });
    await pass(21);
    expect(await days()).toEqual(before.map((day) => later(day, 3)));
    const project = await projectFor(product.ctx, SYSTEM, { id: projectId });
    expect(project.startDate).toBe(later(startDate ?? '', 3));
  });

  test('keeps the distance to the start of a planned project', async () => {
    const { ctx } = product;
    const startDate = mondayBefore(ctx.clock(), -3);
    const planned = await makeProject(ctx, companyId, { startDate });
    const monday = mondayBefore(ctx.clock(), 0);
    await ctx.db.as(SYSTEM, (tx) => recordProject(tx, planned.id, { startDate, monday }));
    await pass(21);
    expect((await projectFor(ctx, SYSTEM, { id: planned.id })).startDate).toBe(later(startDate, 3));
  });

  test('catches up after months, with photos at the same local time, even in summer', async () => {
    const before = await days();
    product.clock.advance(30 * 7 * DAY_MS);
    await keepRecent(product.ctx);
    expect(await days()).toEqual(before.map((day) => later(day, 30)));
    const { rows } = await product.ctx.db.pool.query<{ local: string; from_instant: string }>(
      `select to_char(captured_local, 'YYYY-MM-DD HH24:MI') as local,
         to_char(captured_at at time zone $1, 'YYYY-MM-DD HH24:MI') as from_instant
       from files order by 1`,
      [ZONE],
    );
    const expected = before.map((day) => `${later(day, 30)} 10:30`);
    expect(rows.map(({ local }) => local)).toEqual(expected);
    expect(rows.map((row) => row.from_instant)).toEqual(expected);
  });

  test('is completed after an interruption', async () => {
    const before = await days();
    product.clock.advance(14 * DAY_MS);
    await moveVisit(product.ctx, { submissionId: visitIds[2] ?? '', days: 14, fileIds: [] });
    await keepRecent(product.ctx);
    expect(await days()).toEqual(before.map((day) => later(day, 2)));
  });

  test('is shifted once, even by two processes at the same time', async () => {
    const before = await days();
    product.clock.advance(7 * DAY_MS);
    await Promise.all([keepRecent(product.ctx), keepRecent(product.ctx)]);
    expect(await days()).toEqual(before.map((day) => later(day, 1)));
  });

  test('stays unchanged until seeding has finished', async () => {
    const before = await days();
    await product.ctx.db.pool.query("delete from audit_log where action = 'demo.finished'");
    await pass(14);
    expect(await days()).toEqual(before);
  });
});

describe('shifting the sample site keeps', () => {
  test('visits and photos that people added', async () => {
    const { ctx } = product;
    const own = await makeSubmission(ctx, projectId, { published: true });
    const capturedAt = new Date('2026-11-01T12:00:00Z');
    const photo = await makeFile(ctx, { id: visitIds[0] ?? '', projectId }, { capturedAt });
    const before = await staffSubmission(ctx, SYSTEM, { id: own.id });
    await pass(14);
    expect(await staffSubmission(ctx, SYSTEM, { id: own.id })).toEqual(before);
    const { rows } = await ctx.db.pool.query('select captured_at from files where id = $1', [
      photo.id,
    ]);
    expect(rows).toEqual([{ captured_at: capturedAt }]);
  });

  test('a date that people set, while other visits shift', async () => {
    const { ctx } = product;
    const staff = await makePerson(ctx, 'project_manager');
    const before = await days();
    const [first = ''] = visitIds;
    const recordedDate = later(before[0] ?? '', -1);
    await changeSubmission(ctx, staff.viewer, { id: first, recordedDate });
    await pass(7);
    expect(await days()).toEqual([recordedDate, ...before.slice(1).map((day) => later(day, 1))]);
  });

  test('text that people wrote, while the visit shifts', async () => {
    const { ctx } = product;
    const staff = await makePerson(ctx, 'project_manager');
    const [first = ''] = visitIds;
    await changeSubmission(ctx, staff.viewer, { id: first, title: 'Ours', summary: 'By hand' });
    const before = await days();
    await pass(7);
    const kept = await staffSubmission(ctx, SYSTEM, { id: first });
    expect(kept).toMatchObject({ title: 'Ours', summary: 'By hand' });
    expect(kept.recordedDate).toBe(later(before[0] ?? '', 1));
  });

  test('project dates that people set', async () => {
    const { ctx } = product;
    const staff = await makePerson(ctx, 'project_manager');
    const { startDate } = await projectFor(ctx, SYSTEM, { id: projectId });
    await changeProject(ctx, staff.viewer, { id: projectId, estimatedCompletionDate: startDate });
    await pass(7);
    expect((await projectFor(ctx, SYSTEM, { id: projectId })).startDate).toBe(startDate);
    const set = { estimatedCompletionDate: null, startDate: '2026-01-05' };
    await changeProject(ctx, staff.viewer, { id: projectId, ...set });
    await pass(7);
    expect((await projectFor(ctx, SYSTEM, { id: projectId })).startDate).toBe('2026-01-05');
  });

  test('the rest of the site when people deleted a visit', async () => {
    const { ctx } = product;
    const [, , last = ''] = visitIds;
    await removeSubmission(ctx, SYSTEM, { id: last });
    visitIds.pop();
    const before = await days();
    await pass(14);
    expect(await days()).toEqual(before.map((day) => later(day, 3)));
    expect(await staffSubmissions(ctx, SYSTEM, {})).toHaveLength(2);
  });
});
