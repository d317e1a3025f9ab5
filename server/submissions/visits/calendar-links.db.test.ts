import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import {
  makeCompany,
  makePerson,
  makeProject,
  makeProjectWithPeople,
  makeVisitPlan,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let people: Awaited<ReturnType<typeof makeProjectWithPeople>>;

beforeEach(async () => {
  people = await makeProjectWithPeople(site.ctx);
});

async function linksOf(person: Person) {
  const { path } = await site.as(person).visits.setCalendarLink({ isOn: true });
  return { all: `${path}/visits.ics`, mine: `${path}/my-visits.ics` };
}
const open = (url: string) => site.inject({ url });

/** UIDs and summaries of the events. */
async function read(url: string): Promise<[string, string][]> {
  const { body, statusCode } = await open(url);
  expect(statusCode).toBe(200);
  return new ICAL.Component(ICAL.parse(body) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
    .map(({ uid, summary }) => [uid, summary]);
}

test('clients get the visits of projects that they see, as long as they see them', async () => {
  const elsewhere = await makeProject(site.ctx, (await makeCompany(site.ctx)).id, {
    name: 'Bridge',
  });
  const hidden = await makeProject(site.ctx, people.company.id, { name: 'Hidden' });
  await makeVisitPlan(site.ctx, elsewhere.id);
  await makeVisitPlan(site.ctx, hidden.id, { isForClients: false });
  await makeVisitPlan(site.ctx, people.project.id, { pilotId: people.staff.id });
  const { all, mine } = await linksOf(people.client);
  expect(await read(mine)).toEqual([]);
  const own = await read(all);
  expect(own).toHaveLength(10);
  expect((await open(all)).body).not.toContain('Pilot');

  await site
    .as(people.staff)
    .projectMembers.add({ projectId: elsewhere.id, personId: people.client.id });
  expect(await read(all)).toHaveLength(20);
  await site
    .as(people.staff)
    .projectMembers.remove({ projectId: elsewhere.id, personId: people.client.id });
  expect(await read(all)).toEqual(own);
});

test('staff get all visits, or those that they fly', async () => {
  await makeVisitPlan(site.ctx, people.project.id, { pilotId: people.staff.id });
  const { all } = await linksOf(await makePerson(site.ctx, 'admin'));
  const { mine } = await linksOf(people.staff);
  expect((await read(all)).length).toBeGreaterThan(10);
  expect(await read(mine)).toHaveLength(10);
});

test('a renewed, turned off or deactivated link is not found', async () => {
  const client = site.as(people.client);
  const first = (await linksOf(people.client)).all;
  const second = (await linksOf(people.client)).all;
  expect(`${(await client.visits.getCalendarLink()).path}/visits.ics`).toBe(second);
  expect((await open(first)).statusCode).toBe(404);
  expect((await open(second)).statusCode).toBe(200);
  await client.visits.setCalendarLink({ isOn: false });
  expect((await open(second)).statusCode).toBe(404);
  expect(await client.visits.getCalendarLink()).toEqual({ path: null });

  const third = (await linksOf(people.client)).all;
  await site.as(people.staff).people.deactivate({ id: people.client.id });
  expect((await open(third)).statusCode).toBe(404);
  await site.as(people.staff).people.reactivate({ id: people.client.id });
  expect((await open(third)).statusCode).toBe(404);
});

test('an event stays the same when its visit is moved, or its plan is paused and resumed', async () => {
  const [visit] = await makeVisitPlan(site.ctx, people.project.id);
  const { all } = await linksOf(people.client);
  const before = await read(all);
  const { visits } = site.as(people.staff);
  await visits.pause({ projectId: people.project.id, reason: 'Steel is late' });
  expect(await read(all)).toEqual([]);
  await visits.resume({ projectId: people.project.id });
  const [first] = await makeVisitPlan(site.ctx, people.project.id);
  expect(first?.id).not.toBe(visit?.id);
  await visits.update({ id: first?.id ?? '', dueAt: site.clock.now().toISOString() });
  expect(new Map(await read(all))).toEqual(new Map(before));
});

test('the calendar is a secret file that nobody keeps', async () => {
  const { headers } = await open((await linksOf(people.client)).all);
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
});
