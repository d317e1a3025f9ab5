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
import { lookUp } from './look-up.ts';
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
const run = (submissionId: string, isLastTry: boolean) =>
  lookUp(site.ctx, submissionId, { isLastTry, signal: new AbortController().signal });

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

const isQueued = async (id: string) =>
  (await site.ctx.queue.list(lookUpFlight)).pending.some(({ submissionId }) => submissionId === id);

describe('the first photo starts the record', () => {
  test('with the name and certificate of the pilot, which stay when the account changes', async () => {
    expect(await recordOf(await flown())).toMatchObject({ pilotName: null, certificate: null });
    const profile = { firstName: 'Ada', lastName: 'Byron', phone: null };
    await site.as(people.staff).account.update({ ...profile, certificate: ' 4123456 ' });
    const submissionId = await flown();
    expect(await isQueued(submissionId)).toBe(true);
    const pilots = [{ name: 'Ada Byron', certificate: '4123456' }];
    expect(await recordOf(submissionId)).toMatchObject({ pilots });
    await site.as(people.staff).account.update({ ...profile, firstName: 'Eve', certificate: null });
    expect(await recordOf(submissionId)).toMatchObject({
      pilotName: 'Ada Byron',
      certificate: '4123456',
      flights: [{ maxHeight: 60, maxDistance: 0 }],
    });
  });

  test('without a look-up if no service is set up', async () => {
    Object.assign(site.ctx.config, { flights: { weatherUrl: null, airspaceUrl: null } });
    const submissionId = await flown();
    expect(await isQueued(submissionId)).toBe(false);
    expect(await recordOf(submissionId)).toMatchObject({ canLookUp: false });
  });
});

describe('the look-up', () => {
  test('adds the closest METAR and the lowest ceiling, and asks only once', async () => {
    const submissionId = await flown();
    await run(submissionId, false);
    expect(await recordOf(submissionId)).toMatchObject({
      metar: 'KACT at 51 minutes',
      weather: 'Partly Cloudy, 22°C, wind 170° at 12 kt, visibility 10 mi, ceiling 4,500 ft',
      airspaceCeiling: 100,
      airspaceClass: 'D',
    });
    expect(services.requests[0]).toBe('/points/31.5,-97.1');
    const asked = services.requests.length;
    await run(submissionId, false);
    expect(services.requests).toHaveLength(asked);
    expect(await site.auditEntries(submissionId)).toContainEqual(
      expect.objectContaining({ action: 'submission.flight-looked-up', actorId: null }),
    );
  });

  test('keeps what people typed', async () => {
    const submissionId = await flown();
    await staff().update({ submissionId, weather: 'Fog until 9', airspaceCeiling: 0 });
    await run(submissionId, false);
    expect(await recordOf(submissionId)).toMatchObject({
      weather: 'Fog until 9',
      metar: 'KACT at 51 minutes',
      airspaceCeiling: 0,
      airspaceClass: null,
    });
  });

  test('asks for no weather that the service no longer has', async () => {
    await run(await flown(8 * 24), false);
    expect(services.requests).toEqual([expect.stringMatching(/^\/FeatureServer/)]);
  });

  test.each([
    ['HTML', { status: 200, body: '<html>Sign in to the Wi-Fi</html>' }, /JSON/],
    ['nonsense', { status: 200, body: '{"features": "none", "properties": 7}' }, /expected/],
    ['an error', { status: 500, body: '{}' }, /status 500/],
    ['a redirect', { status: 302, body: '' }, /status 302/],
  ])('is retried after %s, then given up', async (_what, failure, reason) => {
    const submissionId = await flown();
    services.fail(failure);
    await expect(run(submissionId, false)).rejects.toThrow(reason);
    await run(submissionId, true);
    expect(await recordOf(submissionId)).toMatchObject({ weather: null, airspaceCeiling: null });
    services.fail(null);
    await staff().lookUp({ submissionId });
    await run(submissionId, false);
    expect(await recordOf(submissionId)).toMatchObject({ airspaceCeiling: 100 });
  });

  test('finds nothing outside the area of the services', async () => {
    services.fail({ status: 404, body: '' });
    const submissionId = await flown();
    await run(submissionId, false);
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
    site.ctx.db.as({ kind: 'share', shareLinkId }, (tx) =>
      flightRecordIn(site.ctx, tx, submissionId, true),
    );
  // The row policies, without the service.
  const rows = () =>
    site.ctx.db.as(client.viewer, (tx) => tx.selectFrom('flightRecords').select('notes').execute());
  expect(await rows()).toEqual([]);
  expect(await seen()).toEqual({ record: null });
  expect(await shared()).toBeNull();
  await site.as(operator).projects.update({ id: project.id, showsFlightRecords: true });
  const shown = { notes: 'North crane was up', flights: [{ maxHeight: 60 }], pilots: [] };
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
