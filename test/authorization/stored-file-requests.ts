import { removeFile } from '#server/files/service.ts';
import { makeFile } from '../factories.ts';
import { get, input, none, type Prepare } from './attempt.ts';
import { REPORT_REQUESTS } from './report-requests.ts';
import type { World } from './world.ts';

/** Requests the frame that shows a submission's embedded map. */
async function mapOf({ ctx }: World, submissionId: string) {
  await ctx.db.pool.query(
    "update submissions set content_type = '2d_map', map_embed_url = 'https://maps.example/1' where id = $1",
    [submissionId],
  );
  return get(`/embedded-maps/${submissionId}`);
}

/** Requests the frame that shows a video in Google Drive that a submission links to. */
async function filmOf({ ctx }: World, submissionId: string) {
  const id = '1AuthorisationOfAFilm_0123456789';
  await ctx.db.pool.query('update submissions set content_text = $2 where id = $1', [
    submissionId,
    `[Flight.mp4] https://drive.google.com/file/d/${id}/view`,
  ]);
  return get(`/drive-previews/${submissionId}/gdrive-${id}`);
}

/** A file in the bin. */
async function deletedFile({ ctx, draft }: World) {
  const { id } = await makeFile(ctx, draft);
  await removeFile(ctx, { kind: 'system' }, { id });
  return input({ kind: 'file', id });
}

export const STORED_FILE_REQUESTS: Record<string, Prepare> = {
  ...REPORT_REQUESTS,
  'files.setChapters': async ({ ctx, draft }) =>
    input({ id: (await makeFile(ctx, draft, { kind: 'video' })).id, chapters: [] }),
  'files.setPoster': async ({ ctx, draft }) =>
    input({ id: (await makeFile(ctx, draft, { kind: 'video' })).id, seconds: null }),
  'storedFiles.list': none,
  'storedFiles.consequences': ({ file }) => input({ id: file.id }),
  'storedFiles.ofCompany': none,
  'bin.list': none,
  'bin.days': none,
  'bin.restore': deletedFile,
  'bin.restore of an item not deleted': ({ file }) => input({ kind: 'file', id: file.id }),
  'bin.remove': deletedFile,
  'uploads.listStandalone': none,
  'GET /previews/:submissionId': ({ published }) => get(`/previews/${published.id}`),
  'GET /previews/:submissionId of a draft': ({ draft }) => get(`/previews/${draft.id}`),
  'baseMap.getToken': none,
  'GET /map/frame': () => get('/map/frame'),
  'GET /embedded-maps/:submissionId': (world) => mapOf(world, world.published.id),
  'GET /embedded-maps/:submissionId of a draft': (world) => mapOf(world, world.draft.id),
  'GET /drive-previews/:submissionId/:linkId': (world) => filmOf(world, world.published.id),
  'GET /drive-previews/:submissionId/:linkId of a draft': (world) => filmOf(world, world.draft.id),
};
