import type { Context } from '#server/platform/context.ts';
import { findAirspace } from './airspace.ts';
import { lookUpFlight } from './jobs.ts';
import {
  fillFlightRecord,
  findFlightRecord,
  findTakeoff,
  takeDueLookUps,
  type Found,
} from './queries.ts';
import { findWeather, KEPT_MS } from './weather.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock' | 'log' | 'record'>;

const SYSTEM = { kind: 'system' } as const;
const RETRY_MS = 3 * 3_600_000;

/** Until the services have answered, asks them every three hours, as long as they keep the weather of a new record. */
export async function sweepFlightRecords(ctx: Context): Promise<void> {
  const { weatherUrl, airspaceUrl } = ctx.config.flights;
  if (weatherUrl === null && airspaceUrl === null) return;
  const now = ctx.clock();
  const later = (ms: number) => new Date(now.getTime() + ms);
  await ctx.db.as(SYSTEM, async (tx) => {
    const due = await takeDueLookUps(tx, now, { next: later(RETRY_MS), since: later(-KEPT_MS) });
    for (const one of due) await ctx.queue.enqueue(tx, lookUpFlight, one);
  });
}

/** Adds what the services answer. */
export async function lookUp(ctx: Needs, submissionId: string): Promise<void> {
  const { record, takeoff } = await ctx.db.as(SYSTEM, async (tx) => ({
    record: await findFlightRecord(tx, submissionId),
    takeoff: await findTakeoff(tx, submissionId),
  }));
  const { at, latitude, longitude } = takeoff ?? {};
  if (!record || !at || latitude == null || longitude == null) return;
  const { weatherUrl, airspaceUrl } = ctx.config.flights;
  const { metar, airspaceCeiling, projectId, title: name } = record;
  const flight = { at, now: ctx.clock(), latitude, longitude };
  const answers = await Promise.allSettled<Found | null | undefined>([
    weatherUrl !== null && metar === null ? findWeather(ctx.config, weatherUrl, flight) : null,
    airspaceUrl !== null && airspaceCeiling === null
      ? findAirspace(ctx.config, airspaceUrl, flight)
      : null,
  ]);
  const found: Found = {};
  let isComplete = true;
  for (const answer of answers) {
    if (answer.status === 'fulfilled') Object.assign(found, answer.value);
    else {
      isComplete = false;
      ctx.log.warn({ err: answer.reason as unknown, submissionId }, 'flight look-up failed');
    }
  }
  await ctx.db.as(SYSTEM, async (tx) => {
    await fillFlightRecord(tx, submissionId, { ...found, isComplete });
    const type = 'submission.flight-looked-up';
    if (Object.keys(found).length > 0)
      await ctx.record(tx, { type, id: submissionId, projectId, name, detail: found });
  });
}
