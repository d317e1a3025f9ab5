import { AppError } from '#domain/errors.ts';
import type { RasterPosition } from '#domain/raster-place.ts';
import { isGeneratedName } from '#domain/viewpoint-names.ts';
import type { Place } from '#domain/card-visits.ts';
import type { CardComparison } from '#domain/card-comparison.ts';
import { isProjectVisible } from '#server/projects/service.ts';
import { learntPoses, projectViewpoints } from '#server/viewpoints/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { listMatchable } from '../visits/queries.ts';
import { listDrafts, listFilesOfSize, listTitles, listViewpointsWithPhotos } from './queries.ts';

const DAY_MS = 86_400_000;

/** Returns data to compare a visit with. `sizes` are in bytes. Throws PROJECT_NOT_FOUND. */
export const comparisonFor = (
  ctx: Context,
  viewer: Viewer,
  { projectId, sizes }: { projectId: string; sizes: readonly number[] },
): Promise<CardComparison> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    const daysAway = (days: number) => new Date(ctx.clock().getTime() + days * DAY_MS);
    const withPhotos = new Map(
      (await listViewpointsWithPhotos(tx, projectId)).map((row) => [row.id, row.isPublished]),
    );
    const all = [
      ...(await projectViewpoints(tx, projectId)).flatMap(withPosition),
      ...(await learntPoses(tx, projectId)),
    ];
    return {
      viewpoints: all
        .filter(({ id, name }) => withPhotos.has(id) || !isGeneratedName(name))
        .map((viewpoint) => ({
          ...viewpoint,
          isPublished: withPhotos.get(viewpoint.id) ?? false,
        })),
      titles: await listTitles(tx, projectId),
      drafts: await listDrafts(tx, projectId),
      visits: (await listMatchable(tx, projectId, daysAway(-60), daysAway(5))).map((visit) => ({
        ...visit,
        dueAt: visit.dueAt.toISOString(),
      })),
      known: sizes.length === 0 ? [] : await listFilesOfSize(tx, projectId, sizes),
    };
  });

/** Viewpoints without a position are matched later, by their pictures. */
const withPosition = <T extends { latitude: number | null; longitude: number | null }>(
  viewpoint: T,
) => {
  const { latitude, longitude } = viewpoint;
  return latitude === null || longitude === null ? [] : [{ ...viewpoint, latitude, longitude }];
};

/** Returns null for rasters without a position. */
export async function rasterCenters(rasters: readonly RasterPosition[]): Promise<(Place | null)[]> {
  // Loaded only when needed, because coordinate systems take memory and few visits include a map.
  const { rasterCenter } = await import('./raster-center.ts');
  return rasters.map(rasterCenter);
}
