import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { zoneOffset } from '#domain/local-time.ts';
import { changeCompany } from '#server/projects/companies/service.ts';
import { latestPairOf, mergeViewpoint } from '#server/viewpoints/service.ts';
import {
  makeFile,
  makePerson,
  makeProjectWithPeople,
  makeSubmission,
  makeViewpoint,
  type Person,
} from '#test/factories.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { openSite } from '#test/site.ts';
import { sweepSubscriptions } from './sweep.ts';

const site = await openSite();
afterAll(() => site.close());
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const MONDAY = 1;
let world: Awaited<ReturnType<typeof makeSubscriber>>;

/** A client with a Monday email of a viewpoint that has photos of two weeks, on a Saturday at noon. */
async function makeSubscriber(timeZone = 'America/Chicago') {
  await site.change('delete from mails');
  await site.change('delete from viewpoint_subscriptions');
  await advanceTo('Sat 12', timeZone);
  const made = await makeProjectWithPeople(site.ctx, { name: 'Tower', timeZone });
  const { project, client } = made;
  const viewpoint = await makeViewpoint(site.ctx, project.id, { name: 'Gate' });
  const addWeek = async (changes = {}, options = { published: true }) => {
    const week = await makeSubmission(site.ctx, project.id, options);
    const day = site.clock.now().toISOString().slice(0, 10);
    await site.change('update submissions set recorded_date = $2 where id = $1', week.id, day);
    const seen = { viewpointId: viewpoint.id, ...changes };
    return { ...week, photo: await makeFile(site.ctx, week, seen) };
  };
  const first = await addWeek();
  site.clock.advance(HOUR_MS);
  const second = await addWeek();
  const subscribe = (person: Person = client, weekday: number | null = MONDAY) =>
    site.as(person).notifications.subscribe({ viewpointId: viewpoint.id, weekday });
  await subscribe();
  return { ...made, timeZone, viewpoint, addWeek, subscribe, first, second };
}

const weekdayAndHour = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  })
    .format(site.clock.now())
    .replace(', ', ' ');

/** Advances to the next start of such an hour at the site. */
async function advanceTo(time: string, timeZone = world.timeZone) {
  do site.clock.advance(HOUR_MS - (site.clock.now().getTime() % HOUR_MS));
  while (weekdayAndHour(timeZone) !== time);
}

async function sweep() {
  await sweepSubscriptions(site.ctx, latestPairOf);
  return site.rows.deleteFrom('mails').returningAll().execute();
}

beforeEach(async () => {
  world = await makeSubscriber();
});

test('comes once, at 7 AM of the weekday at the site, with both photos', async () => {
  const { client, first, second, project, viewpoint } = world;
  await advanceTo('Mon 06');
  expect(await sweep()).toEqual([]);
  await advanceTo('Mon 07');
  await Promise.all([
    sweepSubscriptions(site.ctx, latestPairOf),
    sweepSubscriptions(site.ctx, latestPairOf),
  ]);
  await deliverMails(site.ctx);
  const mails = (await readMailbox(site.ctx.config.dataDir)).filter(
    ({ to }) => to === client.email,
  );
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.subject).toMatch(/^Gate, \w+ \d+, \d{4} · Tower$/);
  expect(mail?.pictures.map(({ contentId }) => contentId)).toEqual([
    `<${first.photo.id}@picture>`,
    `<${second.photo.id}@picture>`,
  ]);
  expect(mail?.text).toContain(`Before: ${first.title}, `);
  expect(mail?.text).toContain(`After: ${second.title}, `);
  expect(mail?.links).toContain(
    `http://localhost:0/dashboard/projects/${project.id}/viewpoints/${viewpoint.id}?view=compare_${second.id}.${second.photo.id}_${first.id}.${first.photo.id}_s50`,
  );
});

test('comes at 7 AM before and after clocks change', async () => {
  const offsetIn = (weeks: number) =>
    zoneOffset(new Date(site.clock.now().getTime() + weeks * WEEK_MS), world.timeZone);
  await advanceTo('Mon 08');
  while (offsetIn(1) === offsetIn(2)) site.clock.advance(WEEK_MS);
  for (const offset of [offsetIn(1), offsetIn(2)]) {
    await world.addWeek();
    await advanceTo('Mon 06');
    expect(await sweep()).toEqual([]);
    await advanceTo('Mon 07');
    expect(offsetIn(0)).toBe(offset);
    expect(await sweep()).toHaveLength(1);
    await advanceTo('Mon 08');
  }
});

test('comes later that day after a stop, but not on another day', async () => {
  await advanceTo('Mon 23');
  expect(await sweep()).toHaveLength(1);
  await world.addWeek();
  await advanceTo('Tue 07');
  expect(await sweep()).toEqual([]);
  await advanceTo('Mon 07');
  expect(await sweep()).toHaveLength(1);
});

test('comes only with a week that was published since the last one', async () => {
  await advanceTo('Mon 07');
  expect(await sweep()).toHaveLength(1);
  const next = await world.addWeek();
  await site.change("update submissions set status = 'draft' where id = $1", next.id);
  await advanceTo('Mon 08');
  await advanceTo('Mon 07');
  expect(await sweep()).toEqual([]);
  await site.change("update submissions set status = 'published' where id = $1", next.id);
  site.clock.advance(HOUR_MS);
  expect(await sweep()).toEqual([]);
  await advanceTo('Mon 07');
  expect(await sweep()).toHaveLength(1);
});

test('a subscription before 7 AM starts the same day, a later one next week without old news', async () => {
  const { subscribe, client, staff, addWeek } = world;
  await subscribe(client, null);
  await advanceTo('Mon 06');
  await subscribe();
  await advanceTo('Mon 09');
  await subscribe(staff);
  expect((await sweep()).map(({ recipient }) => recipient)).toEqual([client.email]);
  await advanceTo('Mon 07');
  expect(await sweep()).toEqual([]);
  await addWeek();
  await advanceTo('Mon 06');
  await advanceTo('Mon 07');
  expect(await sweep()).toHaveLength(2);
});

describe('contains only what its reader sees then', () => {
  const cases: Record<string, () => Promise<unknown>> = {
    'hidden viewpoint': () =>
      site.change('update viewpoints set is_hidden = true where id = $1', world.viewpoint.id),
    'only one published week': () =>
      site.change("update submissions set status = 'draft' where id = $1", world.first.id),
    'photo kept for staff': () =>
      site.change('update files set is_for_clients = false where id = $1', world.first.photo.id),
    'project in the bin': () =>
      site.change(
        'update projects set deleted_at = now(), deleted_with = id where id = $1',
        world.project.id,
      ),
    'deactivated person': () =>
      site.change('update profiles set is_active = false where id = $1', world.client.id),
    'company without access': () =>
      changeCompany(site.ctx, { kind: 'system' }, { id: world.company.id, isActive: false }),
    'other company': () =>
      site.change('update profiles set company_id = null where id = $1', world.client.id),
  };
  test.each(Object.keys(cases))('%s: no email', async (name) => {
    await cases[name]?.();
    await advanceTo('Mon 07');
    expect(await sweep()).toEqual([]);
  });
});

test('follows a merged viewpoint, and is listed with its names', async () => {
  const { client, staff, viewpoint, project, subscribe } = world;
  const into = await makeViewpoint(site.ctx, project.id, { name: 'North gate' });
  await makeFile(site.ctx, world.second, { viewpointId: into.id });
  await subscribe(staff);
  await site.as(staff).notifications.subscribe({ viewpointId: into.id, weekday: 5 });
  await mergeViewpoint(site.ctx, staff.viewer, { id: viewpoint.id, intoId: into.id });
  const listed = { viewpointId: into.id, viewpointName: 'North gate', projectName: 'Tower' };
  const listOf = async (person: Person) =>
    (await site.as(person).notifications.subscriptions()).subscriptions;
  expect(await listOf(client)).toMatchObject([{ ...listed, weekday: MONDAY }]);
  expect(await listOf(staff)).toMatchObject([{ ...listed, weekday: 5 }]);
  expect(await listOf(await makePerson(site.ctx, 'operator'))).toEqual([]);
});

test('its unsubscribe link stops only this viewpoint', async () => {
  const { client, project, first, second } = world;
  const other = await makeViewpoint(site.ctx, project.id);
  for (const week of [first, second]) await makeFile(site.ctx, week, { viewpointId: other.id });
  await site.as(client).notifications.subscribe({ viewpointId: other.id, weekday: MONDAY });
  await advanceTo('Mon 07');
  const mails = await sweep();
  expect(mails).toHaveLength(2);
  const ofGate = mails.find(({ subject }) => subject.startsWith('Gate'));
  const url = new URL(ofGate?.unsubscribeUrl ?? '').pathname;
  expect((await site.inject({ url })).body).toContain('getting emails about this viewpoint?');
  const done = await site.inject({ method: 'POST', url });
  expect(done.body).toContain('You can turn them on again on the viewpoint');
  const { subscriptions } = await site.as(client).notifications.subscriptions();
  expect(subscriptions.map(({ viewpointId }) => viewpointId)).toEqual([other.id]);
});
