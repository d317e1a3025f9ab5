import type { Context } from '#server/platform/context.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { findAirspace } from './airspace.ts';
import { fillFlightRecord, findFlightRecord, findTakeoff } from './queries.ts';
import { findWeather } from './weather.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock' | 'log' | 'record'>;

const SYSTEM = { kind: 'system' } as const;

/** Adds what the services answer. Rejects if one fails, so that the queue retries. */
export async function lookUp(ctx: Needs, submissionId: string, run: JobRun): Promise<void> {
  const wanted = await ctx.db.as(SYSTEM, async (tx) => ({
    record: await findFlightRecord(tx, submissionId),
    takeoff: await findTakeoff(tx, submissionId),
  }));
  const { at, latitude, longitude } = wanted.takeoff ?? {};
  if (!wanted.record || !at || latitude == null || longitude == null) return;
  const { weatherUrl, airspaceUrl } = ctx.config.flights;
  const { metar, airspaceCeiling, projectId, title: name } = wanted.record;
  const flight = { at, now: ctx.clock(), latitude, longitude };
  const answers = await Promise.allSettled([
    weatherUrl !== null && metar === null ? findWeather(ctx.config, weatherUrl, flight) : null,
    airspaceUrl !== null && airspaceCeiling === null
      ? findAirspace(ctx.config, airspaceUrl, flight)
      : null,
  ]);
  const found = Object.assign(
    {},
    ...answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null)),
  ) as Record<string, unknown>;
  if (Object.keys(found).length > 0) {
    await ctx.db.as(SYSTEM, async (tx) => {
      await fillFlightRecord(tx, submissionId, found);
      const type = 'submission.flight-looked-up';
      await ctx.record(tx, { type, id: submissionId, projectId, name, detail: found });
    });
  }
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue;
    if (!run.isLastTry) throw answer.reason;
    ctx.log.warn({ err: answer.reason as unknown, submissionId }, 'flight look-up failed');
  }
}
