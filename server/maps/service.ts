import { AppError } from '#domain/errors.ts';
import type { Measure, Measurement, MeasureResult } from '#domain/measurements.ts';
import type { ProjectMaps, SiteOrthophoto } from '#domain/rasters.ts';
import { isSubmissionVisible } from '#server/files/service.ts';
import { isProjectVisible } from '#server/projects/service.ts';
import { recipientOf } from '#server/platform/auth/recipient.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import { measureOn } from './measure.ts';
import { presentMeasurement, presentOrthophoto, presentWeeks } from './present.ts';
import {
  deleteMeasurement,
  findMeasurement,
  insertMeasurement,
  listMeasurements,
  listNewestOrthophotos,
  listRasters,
  renameMeasurement,
} from './queries.ts';

export { measureOn, residualOf } from './measure.ts';

/** Throws PROJECT_NOT_FOUND. */
export const mapsOfProject = (
  ctx: Context,
  viewer: Viewer,
  { projectId }: { projectId: string },
): Promise<ProjectMaps> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    return mapsIn(tx, ctx.signer, projectId);
  });

export async function mapsIn(tx: Tx, signer: Signer, projectId: string): Promise<ProjectMaps> {
  const rows = await listRasters(tx, projectId);
  return { weeks: presentWeeks(signer, recipientOf(viewerOf(tx)), rows) };
}

export const newestOrthophotos = (ctx: Context, viewer: Viewer): Promise<SiteOrthophoto[]> =>
  ctx.db.as(viewer, async (tx) =>
    (await listNewestOrthophotos(tx)).flatMap((row) =>
      presentOrthophoto(ctx.signer, recipientOf(viewer), row),
    ),
  );

/** Throws SUBMISSION_NOT_FOUND. */
export const measurementsOf = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<Measurement[]> => ctx.db.as(viewer, (tx) => measurementsIn(tx, submissionId));

export async function measurementsIn(tx: Tx, submissionId: string): Promise<Measurement[]> {
  await assertVisible(tx, submissionId);
  const rows = await listMeasurements(tx, viewerOf(tx), submissionId);
  return rows.map(presentMeasurement).filter((kept) => kept !== null);
}

type NewMeasurement = { submissionId: string; title: string; measure: Measure };

/** Throws SUBMISSION_NOT_FOUND and the errors of measureOn. */
export async function saveMeasurement(
  ctx: Context,
  viewer: Viewer,
  { submissionId, title, measure }: NewMeasurement,
): Promise<Measurement> {
  await ctx.db.as(viewer, (tx) => assertVisible(tx, submissionId));
  const result: MeasureResult = await measureOn(ctx, viewer, measure);
  return ctx.db.as(viewer, async (tx) => {
    await assertVisible(tx, submissionId);
    const { id } = await insertMeasurement(tx, {
      submissionId,
      title,
      measure: JSON.stringify(measure),
      result: JSON.stringify(result),
      createdBy: profileOf(viewer),
    });
    const detail = { kind: measure.kind };
    await ctx.record(tx, { type: 'measurement.created', id, name: title, detail, submissionId });
    return measurementById(tx, id);
  });
}

/** Throws MEASUREMENT_NOT_FOUND even if it exists but the viewer isn't allowed to rename it. */
export const changeMeasurementTitle = (
  ctx: Context,
  viewer: Viewer,
  { id, title }: { id: string; title: string },
): Promise<Measurement> =>
  ctx.db.as(viewer, async (tx) => {
    const before = await findMeasurement(tx, viewer, id);
    if (!before?.mayChange) throw new AppError('MEASUREMENT_NOT_FOUND');
    if (before.title !== title) {
      await renameMeasurement(tx, id, title);
      const { submissionId } = before;
      const detail = { title: { from: before.title, to: title } };
      await ctx.record(tx, { type: 'measurement.changed', id, name: title, detail, submissionId });
    }
    return measurementById(tx, id);
  });

/** Throws MEASUREMENT_NOT_FOUND even if it exists but the viewer isn't allowed to delete it. */
export const removeMeasurement = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const removed = await deleteMeasurement(tx, id);
    if (!removed) throw new AppError('MEASUREMENT_NOT_FOUND');
    const { submissionId, title } = removed;
    await ctx.record(tx, { type: 'measurement.deleted', id, name: title, submissionId });
    return { id };
  });

async function measurementById(tx: Tx, id: string): Promise<Measurement> {
  const row = await findMeasurement(tx, viewerOf(tx), id);
  const measurement = row && presentMeasurement(row);
  if (!measurement) throw new AppError('MEASUREMENT_NOT_FOUND');
  return measurement;
}

async function assertVisible(tx: Tx, submissionId: string) {
  if (!(await isSubmissionVisible(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
}
