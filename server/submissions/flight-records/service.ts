import { AppError } from '#domain/errors.ts';
import type { EventOf } from '#domain/events.ts';
import {
  FlightRecordChange,
  flightsIn,
  type FlightPhoto,
  type FlightRecord,
} from '#domain/flight-records.ts';
import { projectUnits } from '#domain/project-units.ts';
import type { Config } from '#server/config.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { lookUpFlight } from './jobs.ts';
import {
  findFlightRecord,
  insertFlightRecord,
  listFlightPhotos,
  listPilots,
  saveFlightRecord,
  type FlightRecordRow,
} from './queries.ts';

type One = { submissionId: string };
type Needs = { config: Pick<Config, 'flights'> };

/** Null if the viewer doesn't see it. Throws SUBMISSION_NOT_FOUND. */
export const flightRecordFor = (ctx: Needs & Pick<Context, 'db'>, viewer: Viewer, one: One) =>
  ctx.db.as(viewer, async (tx) => presentIn(ctx, tx, await rowOf(tx, one.submissionId)));

/** `isForClients`: what clients see, even if the viewer is staff. Null if the viewer or clients see nothing. */
export async function flightRecordIn(
  ctx: Needs,
  tx: Tx,
  submissionId: string,
  isForClients = false,
): Promise<FlightRecord | null> {
  const row = await findFlightRecord(tx, submissionId);
  return row ? presentIn(ctx, tx, row, isForClients) : null;
}

/** Throws SUBMISSION_NOT_FOUND. */
export const changeFlightRecord = (
  ctx: Context,
  viewer: Viewer,
  { submissionId, ...changes }: One & FlightRecordChange,
) =>
  ctx.db.as(viewer, async (tx) => {
    const before = await rowOf(tx, submissionId);
    // The log is permanent and must not keep personal data.
    const detail = changedFields<FlightRecordRow>(before, changes, ['pilotName', 'certificate']);
    if (!detail) return presentIn(ctx, tx, before);
    await saveFlightRecord(tx, submissionId, changes);
    const { projectId, title: name } = before;
    const type = 'submission.flight-record-changed';
    await ctx.record(tx, { type, id: submissionId, projectId, name, detail });
    return presentIn(ctx, tx, await rowOf(tx, submissionId));
  });

/** Throws SUBMISSION_NOT_FOUND. The answers arrive later. */
export const lookUpAgain = (ctx: Context, viewer: Viewer, { submissionId }: One) =>
  ctx.db.as(viewer, async (tx) => {
    const row = await rowOf(tx, submissionId);
    await saveFlightRecord(tx, submissionId, {});
    await ctx.queue.enqueue(tx, lookUpFlight, { submissionId });
    return presentIn(ctx, tx, row);
  });

/** With the first photo of a submission, looks up weather and airspace. */
export async function startFlightRecord(ctx: Context, tx: Tx, { id }: EventOf<'file.ready'>) {
  const started = await insertFlightRecord(tx, id);
  if (started && hasService(ctx)) await ctx.queue.enqueue(tx, lookUpFlight, started);
}

const hasService = ({ config: { flights } }: Needs) =>
  flights.weatherUrl !== null || flights.airspaceUrl !== null;

async function rowOf(tx: Tx, submissionId: string): Promise<FlightRecordRow> {
  const row = await findFlightRecord(tx, submissionId);
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND');
  return row;
}

async function presentIn(
  ctx: Needs,
  tx: Tx,
  { title: _title, latitude, longitude, airspaceClass, ...row }: FlightRecordRow,
  isForClients = false,
): Promise<FlightRecord | null> {
  const { kind } = viewerOf(tx);
  const isStaff = (kind === 'staff' || kind === 'system') && !isForClients;
  if (!isStaff && !row.isShownToClients) return null;
  const photos: FlightPhoto[] = await listFlightPhotos(tx, row.submissionId, isForClients);
  return {
    ...row,
    units: projectUnits({ latitude, longitude, timeZone: row.timeZone }),
    airspaceClass: FlightRecordChange.shape.airspaceClass.parse(airspaceClass) ?? null,
    flights: flightsIn(photos),
    pilots: await listPilots(tx),
    canLookUp: hasService(ctx) && photos.some(({ capturedAt }) => capturedAt !== null),
  };
}
