import { AppError } from '#domain/errors.ts';
import {
  isActiveBuild,
  optionsOf,
  type MapBuild,
  type MapBuildInput,
  type MapEstimate,
} from '#domain/map-builds.ts';
import { estimateMap, MIN_MAP_PHOTOS } from '#domain/map-estimate.ts';
import { heightsOf } from '#server/maps/measure.ts';
import { isSubmissionVisible } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { cancelTask, removeTask } from './engine.ts';
import { engineAddress, enginesIn } from './engines.ts';
import { buildMap } from './jobs.ts';
import { presentBuild } from './present.ts';
import {
  findBuild,
  findReference,
  insertBuild,
  insertPhotos,
  listActiveBuilds,
  listBuilds,
  listMapPhotos,
  listPlaceLists,
  lockBuild,
  REFERENCE_NAME,
  updateBuild,
} from './queries.ts';

/** Someone is watching a build whose state is older than this, so the engine is asked now. */
const FRESH_MS = 8000;

export const buildsOf = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    await assertVisible(tx, submissionId);
    const rows = await listBuilds(tx, submissionId);
    for (const { id, state, updatedAt } of rows)
      if (isActiveBuild(state) && ctx.clock().getTime() - updatedAt.getTime() > FRESH_MS)
        await ctx.queue.enqueue(tx, buildMap, { buildId: id });
    return rows.map(presentBuild);
  });

/** Throws SUBMISSION_NOT_FOUND. */
export async function estimateOf(
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<MapEstimate> {
  const { photos, reference } = await ctx.db.as(viewer, async (tx) => {
    await assertVisible(tx, submissionId);
    return {
      photos: await listMapPhotos(tx, submissionId),
      reference: await findReference(tx, submissionId),
    };
  });
  const grounds = reference
    ? await groundsBelow(ctx, viewer, reference.id, photos)
    : new Map<string, number>();
  const { gaps, ...estimate } = estimateMap(
    photos.map((photo) => ({ ...photo, ground: grounds.get(photo.id) ?? null })),
  );
  return {
    ...estimate,
    gaps: gaps.map(([longitude, latitude]) => [longitude, latitude]),
    bytes: photos.reduce((sum, { fileSize }) => sum + fileSize, 0),
    reference: reference?.title ?? null,
  };
}

/** In meters above the ground below the first photo, which is taken near the takeoff point. */
async function groundsBelow(ctx: Context, viewer: Viewer, surfaceId: string, photos: Photos) {
  const placed = photos.flatMap(({ id, longitude, latitude }) =>
    longitude === null || latitude === null ? [] : [{ id, at: [longitude, latitude] as const }],
  );
  const positions = placed.map(({ at: [longitude, latitude] }): [number, number] => [
    longitude,
    latitude,
  ]);
  const heights = await heightsOf(ctx, viewer, surfaceId, positions);
  const takeoff = heights.find((height) => height !== null) ?? 0;
  return new Map(
    placed.flatMap(({ id }, index) => {
      const height = heights[index];
      return height == null ? [] : [[id, height - takeoff] as const];
    }),
  );
}

async function assertVisible(tx: Tx, submissionId: string): Promise<void> {
  if (!(await isSubmissionVisible(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
}

/** Throws SUBMISSION_NOT_FOUND, ENGINE_NOT_FOUND, MAP_BUILD_PHOTOS or MAP_BUILD_ACTIVE. */
export const startBuild = (ctx: Context, viewer: Viewer, input: MapBuildInput): Promise<MapBuild> =>
  ctx.db
    .as(viewer, async (tx) => {
      const { submissionId, engineId, preset } = input;
      await assertVisible(tx, submissionId);
      const engine = (await enginesIn(ctx, tx)).find(({ id }) => id === engineId);
      if (!engine) throw new AppError('ENGINE_NOT_FOUND');
      const photos = await listMapPhotos(tx, submissionId);
      if (photos.length < MIN_MAP_PHOTOS) throw new AppError('MAP_BUILD_PHOTOS');
      const options = JSON.stringify(optionsOf(input));
      const createdBy = profileOf(viewer);
      const made = { submissionId, engineId, engineName: engine.name, preset, options, createdBy };
      const { id } = await insertBuild(tx, { ...made, createdAt: ctx.clock() });
      await insertPhotos(tx, await photosToSend(tx, { buildId: id, submissionId, photos }));
      await ctx.queue.enqueue(tx, buildMap, { buildId: id });
      return recordBuild(ctx, tx, 'map-build.started', id);
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'map_builds_one_active') throw error;
      throw new AppError('MAP_BUILD_ACTIVE', undefined, { cause: error });
    });

type Photos = Awaited<ReturnType<typeof listMapPhotos>>;
type ToSend = { buildId: string; submissionId: string; photos: Photos };

/** Photos under names that are unique, ground control, and the surface to align the new map to. */
async function photosToSend(tx: Tx, { buildId, submissionId, photos }: ToSend) {
  const reference = await findReference(tx, submissionId);
  const files = [
    ...photos.map((photo) => ({ ...photo, name: `${photo.id}${endingOf(photo.fileName)}` })),
    ...(await listPlaceLists(tx, submissionId)).map((file) => ({ ...file, name: file.fileName })),
    ...(reference ? [{ ...reference, name: REFERENCE_NAME }] : []),
  ];
  return files.map(({ id: fileId, sha256, name }) => ({ buildId, fileId, sha256, name }));
}

const endingOf = (fileName: string) => /\.[^.]+$/.exec(fileName)?.[0] ?? '.JPG';

/** Throws MAP_BUILD_NOT_FOUND, also if it has ended. */
export async function cancelBuild(ctx: Context, viewer: Viewer, { id }: { id: string }) {
  const { build, engine, taskId } = await ctx.db.as(viewer, async (tx) => {
    const before = await lockBuild(tx, id);
    if (!before || !isActiveBuild(before.state)) throw new AppError('MAP_BUILD_NOT_FOUND');
    await updateBuild(tx, id, { state: 'canceled', finishedAt: ctx.clock() });
    return {
      build: await recordBuild(ctx, tx, 'map-build.canceled', id),
      engine: await engineAddress(ctx, tx, before.engineId),
      taskId: before.taskId,
    };
  });
  // The engine may be unreachable; it deletes its tasks after two days.
  if (engine)
    await cancelTask(engine, taskId)
      .then(() => removeTask(engine, taskId))
      .catch((err: unknown) => ctx.log.warn({ err }, 'failed to cancel a map at the engine'));
  return build;
}

const SYSTEM = { kind: 'system' } as const;

/** Queues builds that wait for their engine, or whose process was killed. */
export async function sweepBuilds(ctx: Context): Promise<void> {
  const active = await ctx.db.as(SYSTEM, listActiveBuilds);
  if (active.length === 0) return;
  const { pending } = await ctx.queue.list(buildMap);
  const queued = new Set(pending.map(({ buildId }) => buildId));
  for (const { id } of active)
    if (!queued.has(id))
      await ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, buildMap, { buildId: id }));
}

async function recordBuild(
  ctx: Context,
  tx: Tx,
  type: 'map-build.started' | 'map-build.canceled',
  id: string,
): Promise<MapBuild> {
  const row = await findBuild(tx, id);
  if (!row) throw new AppError('MAP_BUILD_NOT_FOUND');
  const { title: name, projectId, submissionId, preset, engineName, options } = row;
  const subject = { id: submissionId, subjectType: 'submission', name };
  await ctx.record(tx, { type, ...subject, projectId, detail: { preset, engineName, options } });
  return presentBuild(row);
}
