import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { readClock } from '#domain/publication-clock.ts';
import { makeFile, makeProjectWithPeople, makeShareLink, makeSubmission } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const HOUR_MS = 3_600_000;
const site = runSite();
let people: Awaited<ReturnType<typeof makeProjectWithPeople>>;
let projectId: string;

beforeAll(async () => {
  people = await makeProjectWithPeople(site.ctx);
  projectId = people.project.id;
});

const before = (hours: number) => new Date(site.clock.now().getTime() - hours * HOUR_MS);
const staff = () => site.as(people.staff).submissions;
const hoursOf = async (id: string) =>
  readClock((await staff().get({ id })).clock, site.clock.now())?.hours;

/** A draft whose last photo was taken this many hours ago. */
async function flown(hours: number) {
  const submission = await makeSubmission(site.ctx, projectId);
  await makeFile(site.ctx, submission, { capturedAt: before(hours + 1) });
  await makeFile(site.ctx, submission, { capturedAt: before(hours) });
  return submission;
}

test("the clock starts at the last capture time that isn't in the future", async () => {
  const draft = await flown(20);
  await makeFile(site.ctx, draft, { capturedAt: before(-99) });
  expect(await hoursOf(draft.id)).toBeCloseTo(20, 3);
});

test('the clock stops at the first publication and never restarts', async () => {
  const draft = await flown(20);
  await staff().publish({ id: draft.id });
  await makeFile(site.ctx, draft, { capturedAt: before(1) });
  await staff().unpublish({ id: draft.id });
  site.clock.advance(HOUR_MS);
  await staff().publish({ id: draft.id });
  expect(await hoursOf(draft.id)).toBeCloseTo(20, 3);
  await expect(staff().pauseClock({ id: draft.id, reason: 'Rain' })).rejects.toMatchObject({
    code: 'CLOCK_STOPPED',
  });
});

test('the clock and the audit log show who paused and why, and clients see the reason', async () => {
  const { id } = await flown(20);
  const since = before(5).toISOString();
  await staff().pauseClock({ id, reason: 'Rain', startedAt: since });
  await expect(staff().pauseClock({ id, reason: 'Wind' })).rejects.toMatchObject({
    code: 'CLOCK_PAUSED',
  });
  site.clock.advance(HOUR_MS);
  const { clock } = await staff().resumeClock({ id });
  expect(await staff().resumeClock({ id })).toMatchObject({ clock });
  const now = site.clock.now().toISOString();
  const pause = { reason: 'Rain', startedAt: since, endedAt: now };
  expect(clock.pauses).toMatchObject([
    { ...pause, startedBy: 'Test operator', endedBy: 'Test operator' },
  ]);
  expect(await hoursOf(id)).toBeCloseTo(15, 3);
  await staff().publish({ id });
  const week = await site.as(people.client).submissions.getPublished({ id });
  expect(week.clock.pauses).toEqual([pause]);
  expect((await site.auditEntries(id)).slice(1, 3)).toEqual([
    {
      action: 'submission.clock-paused',
      actorId: people.staff.id,
      detail: { reason: 'Rain', since },
    },
    {
      action: 'submission.clock-resumed',
      actorId: people.staff.id,
      detail: { reason: 'Rain' },
    },
  ]);
});

test("a pause can't start in the future, and ends with the publication", async () => {
  const { id } = await flown(3);
  const startedAt = before(-1).toISOString();
  await expect(staff().pauseClock({ id, reason: 'Rain', startedAt })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'A pause cannot start in the future.',
  });
  await staff().pauseClock({ id, reason: 'Rain' });
  site.clock.advance(HOUR_MS);
  const { clock } = await staff().publish({ id });
  expect(clock.pauses[0]?.endedAt).toBe(site.clock.now().toISOString());
  expect(clock.publishedAt).toBe(site.clock.now().toISOString());
});

test('link visitors never see pause reasons, and clients see no reasons of a draft', async () => {
  const draft = await flown(3);
  await staff().pauseClock({ id: draft.id, reason: 'Rain' });
  const published = await makeSubmission(site.ctx, projectId, { published: true });
  await site.change(
    "insert into clock_pauses (submission_id, reason, started_at) values ($1, 'Wind', now())",
    published.id,
  );
  const link = await makeShareLink(site.ctx, people.client.viewer, { projectId });
  const reasonsOf = (viewer: Viewer) =>
    site.ctx.db.as(viewer, async (tx) => {
      const ids = [draft.id, published.id];
      const { rows } = await sql<{ reason: string }>`
        select reason from clock_pauses where submission_id = any(${ids}::uuid[])`.execute(tx);
      return rows.map(({ reason }) => reason);
    });
  expect(await reasonsOf(people.client.viewer)).toEqual(['Wind']);
  expect(await reasonsOf({ kind: 'share', shareLinkId: link.id })).toEqual([]);
});

test('the overview lists drafts that are due, longest running first, and past results', async () => {
  const [soon, late] = [await flown(31), await flown(37)];
  const { drafts, record } = (await site.as(people.staff).overview.staff()).clocks;
  expect(drafts.map(({ id }) => id)).toEqual([late.id, soon.id]);
  expect(record).toMatchObject({ published: 3, kept: 3 });
  await staff().publish({ id: late.id });
  const { clocks: after } = await site.as(people.staff).overview.staff();
  expect(after.drafts.map(({ id }) => id)).toEqual([soon.id]);
  expect(after.record).toMatchObject({ published: 4, kept: 3 });
});
