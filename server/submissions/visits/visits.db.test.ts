import { beforeEach, expect, test } from 'vitest';
import type { VisitPlanInput } from '#domain/visit-plans.ts';
import { dueText } from '#domain/visit-texts.ts';
import { dayIn } from '#domain/weeks.ts';
import { makeProjectWithPeople, VISIT_PLAN } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { sweepVisitPlans } from './service.ts';

const DAY_MS = 86_400_000;
const site = runSite();
let people: Awaited<ReturnType<typeof makeProjectWithPeople>>;
let projectId: string;

const TUESDAYS = { repeat: 'weekly', every: 1 } as const;

beforeEach(async () => {
  // The number of planned visits depends on the weekday.
  const { clock } = site;
  clock.advance((7 - ((clock.now().getUTCDay() + 3) % 7)) * DAY_MS);
  people = await makeProjectWithPeople(site.ctx);
  projectId = people.project.id;
});

const staff = () => site.as(people.staff);
const client = () => site.as(people.client);
const save = (changes: Partial<VisitPlanInput> = {}) =>
  staff().visits.savePlan({ projectId, ...VISIT_PLAN, ...changes });

async function listFor(who: { visits: ReturnType<typeof staff>['visits'] }, weeks = 12) {
  const now = site.clock.now().getTime();
  const from = new Date(now - 30 * DAY_MS).toISOString();
  const until = new Date(now + weeks * 7 * DAY_MS).toISOString();
  return (await who.visits.list({ projectId, from, until })).visits;
}
const planned = () => listFor(staff());
const firstThree = async () => {
  const [first, second, third, ...others] = await planned();
  if (!first || !second || !third) throw new Error('There are no visits.');
  return { first, second, third, others };
};
const second = async () => (await firstThree()).second;
const newsOf = async (who: ReturnType<typeof client>) =>
  (await who.notifications.list()).notifications.filter(({ kind }) => kind.startsWith('visit-'));

test('a plan makes the visits of 10 weeks, and a sweep adds more', async () => {
  await save();
  const first = await planned();
  expect(first).toHaveLength(10);
  expect(first.every(({ state }) => state === 'planned')).toBe(true);
  site.clock.advance(7 * DAY_MS);
  await sweepVisitPlans(site.ctx);
  const later = (await planned()).map(({ id }) => id);
  expect(later).toHaveLength(11);
  expect(later.slice(0, 10)).toEqual(first.map(({ id }) => id));
});

test('a changed plan replaces only future visits that nobody changed, and keeps their ids', async () => {
  await save();
  const { first, second: moved, third: canceled, others } = await firstThree();
  const at = new Date(Date.parse(moved.dueAt) + DAY_MS).toISOString();
  await staff().visits.update({ id: moved.id, dueAt: at });
  await staff().visits.cancel({ id: canceled.id, reason: 'Holiday' });
  await save({ time: '10:00', rule: { ...TUESDAYS, weekdays: [2, 5] } });
  const after = new Map((await planned()).map((visit) => [visit.id, visit]));
  expect(after.get(moved.id)).toMatchObject({ dueAt: at, movedFrom: moved.dueAt });
  expect(after.get(canceled.id)).toMatchObject({ state: 'canceled', reason: 'Holiday' });
  for (const { id, dueAt } of [first, ...others])
    expect(Date.parse(after.get(id)?.dueAt ?? '') - Date.parse(dueAt)).toBe(3_600_000);
  expect(after.size).toBe(20);
  await save({ rule: { ...TUESDAYS, weekdays: [5] } });
  const left = (await planned()).filter(({ state }) => state === 'planned');
  expect(new Set(left.map(({ dueAt }) => new Date(dueAt).getUTCDay()))).toEqual(new Set([5]));
});

test('of two people who change a visit, the second is refused', async () => {
  await save();
  const { id, dueAt, updatedAt } = await second();
  site.clock.advance(1000);
  await staff().visits.cancel({ id, reason: 'Holiday', updatedAt });
  const at = new Date(Date.parse(dueAt) + DAY_MS).toISOString();
  await expect(staff().visits.update({ id, dueAt: at, updatedAt })).rejects.toMatchObject({
    code: 'VISIT_CHANGED',
  });
  await expect(staff().visits.cancel({ id, reason: 'Wind', updatedAt })).rejects.toMatchObject({
    code: 'VISIT_CHANGED',
  });
  expect(await second()).toMatchObject({ state: 'canceled', reason: 'Holiday' });
});

test('a paused plan has no coming visits, not even those that somebody changed', async () => {
  await save();
  const { id } = await second();
  await staff().visits.update({ id, contents: ['map'] });
  const { plan } = await staff().visits.pause({ projectId, reason: 'Steel is late' });
  expect(plan).toMatchObject({ pauseReason: 'Steel is late' });
  expect(await planned()).toEqual([]);
  await staff().visits.resume({ projectId });
  expect(await planned()).toHaveLength(10);
});

test('a project that is no longer active has no coming visits', async () => {
  await save();
  await staff().projects.update({ id: projectId, status: 'completed' });
  expect(await planned()).toEqual([]);
});

test('clients see visits without pilots only if the plan shows them', async () => {
  await save({ pilotId: people.staff.id });
  expect((await second()).pilot).toMatchObject({ id: people.staff.id, isActive: true });
  const seen = await listFor(client());
  expect(seen).toHaveLength(10);
  expect(seen[0]).toMatchObject({ pilot: null });
  await save({ isForClients: false });
  expect(await listFor(client())).toEqual([]);
  expect(await client().visits.getPlan({ projectId })).toEqual({ plan: null });
  await expect(
    client().visits.request({ projectId, day: '2999-01-01', reason: 'Roof' }),
  ).rejects.toMatchObject({ code: 'VISIT_PLAN_MISSING' });
});

test('clients are notified when a visit moves, but not if it is moved back', async () => {
  await save();
  const { id, dueAt } = await second();
  const at = new Date(Date.parse(dueAt) + DAY_MS).toISOString();
  await staff().visits.update({ id, dueAt: at });
  const [news] = await newsOf(client());
  expect(news).toMatchObject({ kind: 'visit-changed', path: `/dashboard/projects/${projectId}` });
  expect(news?.heading).toMatch(/^Flight moved to Wed, .*9 AM$/);
  expect(news?.detail).toMatch(/ · was Tue, .*9 AM$/);
  await staff().visits.update({ id, dueAt });
  expect(await newsOf(client())).toEqual([]);
  await staff().visits.cancel({ id, reason: 'Thunderstorm', isWeather: true });
  expect(await newsOf(client())).toMatchObject([
    {
      heading: expect.stringMatching(/^Flight called off due to weather: Tue/),
      detail: expect.stringContaining('Thunderstorm'),
    },
  ]);
});

test('staff answer the request of a client, who is notified', async () => {
  await save();
  const day = dayIn(new Date(site.clock.now().getTime() + 30 * DAY_MS), 'America/Chicago');
  const request = { projectId, day, reason: 'Concrete pour' };
  const { id } = await client().visits.request(request);
  expect(await newsOf(site.as(people.staff))).toMatchObject([
    { kind: 'visit-requested', detail: expect.stringContaining('Concrete pour') },
  ]);
  const { visits } = await staff().overview.staff();
  expect(visits.requested).toMatchObject({ total: 1, first: [{ id, state: 'requested' }] });
  const { dueAt } = await staff().visits.update({ id });
  const at = dueText(dueAt, 'America/Chicago');
  expect(at).toMatch(/, 9 AM$/);
  expect(await newsOf(client())).toMatchObject([{ heading: `Visit request accepted: ${at}` }]);
  const other = await client().visits.request(request);
  await staff().visits.cancel({ id: other.id, reason: 'No airspace approval' });
  const declined = (await newsOf(client())).map(({ heading }) => heading);
  expect(declined).toContain(`Visit request declined: ${at}`);
  for (const _ of [1, 2, 3]) await client().visits.request(request);
  await expect(client().visits.request(request)).rejects.toMatchObject({
    code: 'VISIT_REQUESTS_OPEN',
  });
  await expect(client().visits.request({ ...request, day: '2020-01-01' })).rejects.toMatchObject({
    code: 'VISIT_PASSED',
  });
  const dueAt2999 = '2999-01-01T15:00:00Z';
  await expect(staff().visits.update({ id, dueAt: dueAt2999 })).rejects.toMatchObject({
    code: 'VISIT_TOO_FAR',
  });
});
