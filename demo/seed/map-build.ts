import { MapBuildInput, optionsOf, SURFACE_NAME } from '#domain/map-builds.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { staffFiles } from '#server/files/service.ts';
import { recordResults } from '#server/maps/builds/fetch-results.ts';
import {
  findBuild,
  insertBuild,
  insertPhotos,
  listMapPhotos,
  REFERENCE_NAME,
} from '#server/maps/builds/queries.ts';
import type { Context } from '#server/platform/context.ts';

const SYSTEM = { kind: 'system' } as const;
const ENGINE_VERSION = 'odm 3.5.6 (API 2.2.4)';

/**
 * The visit's maps, as if an engine had made them of its photos and aligned them to those of an earlier visit. Shares
 * the submission's ID, so there's only one.
 */
export async function seedMapBuild(ctx: Context, visit: StaffSubmission, earlierId: string) {
  const { id: submissionId, publishedAt } = visit;
  const madeAt = new Date(publishedAt ?? ctx.clock());
  const maps = (await staffFiles(ctx, SYSTEM, { submissionId })).filter(({ fileName }) =>
    /Orthomosaic|Surface/.test(fileName),
  );
  const reference = (await staffFiles(ctx, SYSTEM, { submissionId: earlierId })).filter(
    ({ fileName }) => fileName.includes('Surface'),
  );
  const input = MapBuildInput.parse({ submissionId, engineId: submissionId });
  await ctx.db.as(SYSTEM, async (tx) => {
    if (await findBuild(tx, submissionId)) return;
    await insertBuild(tx, {
      id: submissionId,
      submissionId,
      engineId: submissionId,
      engineName: 'NodeODM (sample)',
      engineVersion: ENGINE_VERSION,
      preset: input.preset,
      options: JSON.stringify(optionsOf(input)),
      state: 'done',
      results: JSON.stringify(
        maps.map(({ id: fileId, fileName }) => ({ fileId, name: resultName(fileName) })),
      ),
      createdAt: madeAt,
      finishedAt: madeAt,
    });
    const photos = (await listMapPhotos(tx, submissionId)).map((photo) => ({
      ...photo,
      name: photo.fileName,
    }));
    const sent = [...photos, ...reference.map((file) => ({ ...file, name: REFERENCE_NAME }))];
    await insertPhotos(
      tx,
      sent.map(({ id: fileId, name, sha256 }) => ({
        buildId: submissionId,
        isSent: true,
        fileId,
        name,
        sha256,
      })),
    );
    const build = await findBuild(tx, submissionId);
    const made = { engineVersion: ENGINE_VERSION, ignoredOptions: [] };
    if (build) await recordResults({ ctx, build }, tx, made, maps);
  });
}

const resultName = (fileName: string) =>
  fileName.includes('Surface') ? SURFACE_NAME : 'Orthophoto.tif';
