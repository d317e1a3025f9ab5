import { AppError } from '#domain/errors.ts';
import type { EventOf } from '#domain/events.ts';
import { FlightRecordChange, flightsIn, type FlightRecord } from '#domain/flight-records.ts';
import { projectUnits } from '#domain/project-units.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  findFlightRecord,
  insertFlightRecord,
  listFlightPhotos,
  saveFlightRecord,
  type FlightRecordRow,
} from './queries.ts';

type One = { submissionId: string };

/** Null if the viewer doesn't see it. Throws SUBMISSION_NOT_FOUND. */
export const flightRecordFor = (ctx: Pick<Context, 'db'>, viewer: Viewer, one: One) =>
  ctx.db.as(viewer, async (tx) => presentIn(tx, await rowOf(tx, one.submissionId)));

/** `isForClients`: what clients see, even if the viewer is staff. Null if the viewer or clients see nothing. */
export async function flightRecordIn(
  tx: Tx,
  submissionId: string,
  isForClients = false,
): Promise<FlightRecord | null> {
  const row = await findFlightRecord(tx, submissionId);
  return row ? presentIn(tx, row, isForClients) : null;
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
    if (!detail) return presentIn(tx, before);
    await saveFlightRecord(tx, submissionId, changes);
    const { projectId, title: name } = before;
    const type = 'submission.flight-record-changed';
    await ctx.record(tx, { type, id: submissionId, projectId, name, detail });
    return presentIn(tx, await rowOf(tx, submissionId));
  });

/** With the first photo of a submission. */
export async function startFlightRecord(ctx: Context, tx: Tx, { id }: EventOf<'file.ready'>) {
  await insertFlightRecord(tx, id, ctx.clock());
}

async function rowOf(tx: Tx, submissionId: string): Promise<FlightRecordRow> {
  const row = await findFlightRecord(tx, submissionId);
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND');
  return row;
}

async function presentIn(
  tx: Tx,
  { title: _title, latitude, longitude, airspaceClass, ...row }: FlightRecordRow,
  isForClients = false,
): Promise<FlightRecord | null> {
  const { kind } = viewerOf(tx);
  const isStaff = (kind === 'staff' || kind === 'system') && !isForClients;
  if (!isStaff && !row.isShownToClients) return null;
  const photos = await listFlightPhotos(tx, row.submissionId, isForClients);
  return {
    ...row,
    units: projectUnits({ latitude, longitude, timeZone: row.timeZone }),
    airspaceClass: FlightRecordChange.shape.airspaceClass.parse(airspaceClass) ?? null,
    flights: flightsIn(photos),
  };
}
