import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';
import type { Context } from '#server/platform/context.ts';
import {
  listChapters,
  listMaps,
  listMeasurements,
  listRegistrations,
  listViewpoints,
  listViewpointsOfFiles,
  type PackRow,
} from './queries.ts';

/**
 * What the product knows of the originals of a pack beside what their own bytes tell, as far as who asked for it
 * sees it: bytes of a JSON with a row a line. Format: docs/evidence.md.
 */
export async function projectDataOf({ db }: Pick<Context, 'db'>, pack: PackRow): Promise<Buffer> {
  const { fileIds } = pack;
  const viewer = viewerOfPerson(pack.personId, pack.role, pack.personCompanyId);
  const lists = await db.as(viewer, async (tx) => ({
    viewpoints: await listViewpoints(tx, fileIds),
    photos: await listViewpointsOfFiles(tx, fileIds),
    registrations: await listRegistrations(tx, fileIds),
    chapters: await listChapters(tx, fileIds),
    maps: await listMaps(tx, fileIds),
    measurements: await listMeasurements(tx, fileIds),
  }));
  const parts = Object.entries(lists).map(
    ([name, rows]) =>
      ` "${name}": [\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]`,
  );
  const head = ' "format": "overfly-project",\n "version": 1,\n "project": ';
  return Buffer.from(`{\n${head}${JSON.stringify(pack.projectId)},\n${parts.join(',\n')}\n}\n`);
}
