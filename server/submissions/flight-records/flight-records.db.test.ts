import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  POSE,
} from '#test/factories.ts';
import { startFlightServices, type FlightServices } from '#test/flight-services.ts';
import { runSite } from '#test/site.ts';
import { flightRecordIn } from './service.ts';
import { lookUp, sweepFlightRecords } from './look-up.ts';
import { lookUpFlight } from './jobs.ts';

const site = runSite({ config: { webhooks: { allowPrivate: true } } });
const SYSTEM = { kind: 'system' } as const;
const HOUR_MS = 3_600_000;
let services: FlightServices;
let people: Awaited<ReturnType<typeof makeProjectWithPeople>>;

beforeAll(async () => {
  services = await startFlightServices();
  people = await makeProjectWithPeople(site.ctx);
});
beforeEach(() => {
  services.requests.length = 0;
  services.fail(null);
  const { weatherUrl, airspaceUrl } = services;
  Object.assign(site.ctx.config, { flights: { weatherUrl, airspaceUrl } });
});
afterAll(() => services.close());

const before = (hours: number) => new Date(site.clock.now().getTime() - hours * HOUR_MS);
const staff = () => site.as(people.staff).flightRecords;
const recordOf = async (submissionId: string) => (await staff().get({ submissionId })).record;
const run = (submissionId: string) => lookUp(site.ctx, submissionId);

/** A week with a photo that was just processed. */
async function flown(hoursAgo = 2, published = false) {
  const submission = await makeSubmission(site.ctx, people.project.id, { published });
  const columns = { capturedAt: before(hoursAgo), createdBy: people.staff.id, ...POSE };
  const file = await makeFile(site.ctx, submission, columns);
  await site.ctx.db.as(SYSTEM, (tx) =>
    site.ctx.record(tx, { type: 'file.ready', id: file.id, file: { ...file, companyId: null } }),
  );
  return submission.id;
}

/** Whether a sweep looks it up. */
async function isDue(id: string) {
  const count = async () =>
    (await site.ctx.queue.list(lookUpFlight)).pending.filter((one) => one.submissionId === id)
      .length;
  const earlier = await count();
  await sweepFlightRecords(site.ctx);
  return (await count()) > earlier;
}

describe('the first photo starts the record', () => {
  test('with the name and certificate of the pilot, which stay when the account changes', async () => {
    expect(await recordOf(await flown())).toMatchObject({ pilotName: null, certificate: null });
    const profile = { firstName: 'Ada', lastName: 'Byron', phone: null };
    await site.as(people.staff).account.update({ ...profile, certificate: ' 4123456 ' });
    const submissionId = await flown();
    await site.as(people.staff).account.update({ ...profile, firstName: 'Eve', certificate: null });
    expect(await recordOf(submissionId)).toMatchObject({
      pilotName: 'Ada Byron',
      certificate: '4123456',
      flights: [{ maxHeight: 60, maxDistance: 0 }],
    });
  });

  test('without a look-up if no service is set up', async () => {
    Object.assign(site.ctx.config, { flights: { weatherUrl: null, airspaceUrl: null } });
    expect(await isDue(await flown())).toBe(false);
  });
});

describe('the look-up', () => {
  test('adds the closest METAR and the lowest ceiling, and asks only once', async () => {
    const submissionId = await flown();
    await run(submissionId);
    expect(await recordOf(submissionId)).toMatchObject({
      metar: 'KACT at 51 minutes',
      weather: 'Partly Cloudy, 22°C, wind 170° at 12 kt, visibility 10 mi, ceiling 4,500 ft',
      airspaceCeiling: 100,
      airspaceClass: 'D',
    });
    expect(services.requests[0]).toBe('/points/31.5,-97.1');
    const asked = services.requests.length;
    await run(submissionId);
    expect(services.requests).toHaveLength(asked);
    expect(await site.auditEntries(submissionId)).toContainEqual(
      expect.objectContaining({ action: 'submission.flight-looked-up', actorId: null }),
    );
  });

  test('keeps what people typed', async () => {
    const submissionId = await flown();
    await staff().update({ submissionId, weather: 'Fog until 9', airspaceCeiling: 0 });
    await run(submissionId);
    expect(await recordOf(submissionId)).toMatchObject({
      weather: 'Fog until 9',
      metar: 'KACT at 51 minutes',
      airspaceCeiling: 0,
      airspaceClass: null,
    });
  });

  test('asks for no weather that the service no longer has', async () => {
    await run(await flown(8 * 24));
    expect(services.requests).toEqual([expect.stringMatching(/^\/FeatureServer/)]);
  });

  test.each([
    ['HTML', { status: 200, body: '<html>Sign in to the Wi-Fi</html>' }],
    ['nonsense', { status: 200, body: '{"features": "none", "properties": 7}' }],
    ['an error', { status: 500, body: '{}' }],
    ['a redirect', { status: 302, body: '' }],
  ])('is repeated after %s until the services answer', async (_what, failure) => {
    const submissionId = await flown();
    services.fail(failure);
    expect(await isDue(submissionId)).toBe(true);
    await run(submissionId);
    expect(await recordOf(submissionId)).toMatchObject({ weather: null, airspaceCeiling: null });
    expect(await isDue(submissionId)).toBe(false);
    site.clock.advance(4 * HOUR_MS);
    expect(await isDue(submissionId)).toBe(true);
    services.fail(null);
    await run(submissionId);
    expect(await recordOf(submissionId)).toMatchObject({ airspaceCeiling: 100 });
    site.clock.advance(4 * HOUR_MS);
    expect(await isDue(submissionId)).toBe(false);
  });

  test('waits for a photo with a time, but not longer than the service keeps the weather', async () => {
    const submissionId = await flown();
    const setTime = (time: Date | null) =>
      site.change('update files set captured_at = $2 where submission_id = $1', submissionId, time);
    await setTime(null);
    expect(await isDue(submissionId)).toBe(true);
    await run(submissionId);
    site.clock.advance(4 * HOUR_MS);
    expect(await isDue(submissionId)).toBe(true);
    await setTime(before(2));
    await run(submissionId);
    expect(await recordOf(submissionId)).toMatchObject({ metar: 'KACT at 51 minutes' });

    const late = await flown();
    site.clock.advance(8 * 24 * HOUR_MS);
    expect(await isDue(late)).toBe(false);
  });

  test('finds nothing outside the area of the services', async () => {
    services.fail({ status: 404, body: '' });
    const submissionId = await flown();
    await run(submissionId);
    expect(await recordOf(submissionId)).toMatchObject({ metar: null, airspaceCeiling: null });
  });
});

test('clients see records only if the project shows them, and visitors only in the report', async () => {
  const submissionId = await flown(2, true);
  const { project, client, staff: operator } = people;
  const seen = () => site.as(client).flightRecords.get({ submissionId });
  await staff().update({ submissionId, notes: 'North crane was up' });
  const { id: shareLinkId } = await makeShareLink(site.ctx, operator.viewer, {
    projectId: project.id,
  });
  const shared = () =>
    site.ctx.db.as({ kind: 'share', shareLinkId }, (tx) => flightRecordIn(tx, submissionId, true));
  // The row policies, without the service.
  const rows = () =>
    site.ctx.db.as(client.viewer, (tx) => tx.selectFrom('flightRecords').select('notes').execute());
  expect(await rows()).toEqual([]);
  expect(await seen()).toEqual({ record: null });
  expect(await shared()).toBeNull();
  await site.as(operator).projects.update({ id: project.id, showsFlightRecords: true });
  const shown = { notes: 'North crane was up', flights: [{ maxHeight: 60 }] };
  expect(await rows()).toEqual([{ notes: shown.notes }]);
  expect((await seen()).record).toMatchObject(shown);
  expect(await shared()).toMatchObject(shown);
});

test('an edit is logged without personal data', async () => {
  const submissionId = await flown();
  await staff().update({ submissionId, pilotName: 'Ada Byron', airspaceClass: 'D' });
  expect((await site.auditEntries(submissionId)).at(-1)).toMatchObject({
    action: 'submission.flight-record-changed',
    detail: { fields: ['pilotName'], airspaceClass: { from: null, to: 'D' } },
  });
});
