import { MapBuildInput, optionsOf } from '#domain/map-builds.ts';
import { staffFiles } from '#server/files/service.ts';
import {
  findBuild,
  insertBuild,
  insertPhotos,
  listMapPhotos,
} from '#server/maps/builds/queries.ts';
import type { Context } from '#server/platform/context.ts';

const SYSTEM = { kind: 'system' } as const;

/** The visit's maps, as if an engine had made them of its photos. Shares the submission's ID, so there's only one. */
export async function seedMapBuild(ctx: Context, submissionId: string, madeAt: Date) {
  const files = await staffFiles(ctx, SYSTEM, { submissionId });
  const maps = files.filter(({ fileName }) => /Orthomosaic|Surface/.test(fileName));
  const input = MapBuildInput.parse({ submissionId, engineId: submissionId });
  await ctx.db.as(SYSTEM, async (tx) => {
    if (await findBuild(tx, submissionId)) return;
    await insertBuild(tx, {
      id: submissionId,
      submissionId,
      engineId: submissionId,
      engineName: 'NodeODM (sample)',
      engineVersion: 'odm 3.5.6 (API 2.2.4)',
      preset: input.preset,
      options: JSON.stringify(optionsOf(input)),
      state: 'done',
      results: JSON.stringify(maps.map(({ id: fileId, fileName: name }) => ({ fileId, name }))),
      createdAt: madeAt,
      finishedAt: madeAt,
    });
    const photos = await listMapPhotos(tx, submissionId);
    const sent = { buildId: submissionId, isSent: true };
    await insertPhotos(
      tx,
      photos.map(({ id: fileId, fileName: name, sha256 }) => ({ ...sent, fileId, name, sha256 })),
    );
  });
}
