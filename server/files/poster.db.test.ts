import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { makeFile, makePerson, type Person } from '#test/factories.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { writeVideo } from '#test/fixtures/videos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from './process.ts';

const site = runSite();
const folder = temporaryFolder();
const FIRST_TRY = { isLastTry: false, signal: new AbortController().signal };
let week: Awaited<ReturnType<typeof makeOwnedWeek>>;
let manager: Person;
beforeAll(async () => {
  week = await makeOwnedWeek(site.ctx);
  manager = await makePerson(site.ctx, 'project_manager');
});

const makeFilm = (bytes: Buffer) =>
  makeFile(site.ctx, week.submission, {
    kind: 'video',
    fileType: 'video/mp4',
    durationSeconds: 4,
    bytes,
  });
/** Returns the video as clients see it, and the response to its smallest picture's URL. */
async function publishedVideo(id: string) {
  const client = site.as(week.owner);
  const { files } = await client.files.listPublished({ submissionId: week.submission.id });
  const film = files.find((file) => file.id === id);
  return { film, picture: await pictureAt(film?.mediaUrl ?? '') };
}
const pictureAt = (mediaUrl: string) =>
  site.inject({ url: `${mediaUrl}/w256.webp`, headers: { cookie: week.owner.cookie } });

test('a chosen frame replaces the picture under a new URL', async () => {
  const { storage } = site.ctx;
  const path = await writeVideo(folder.path('film.mp4'), { seconds: 4 });
  const { id } = await makeFilm(await readFile(path));
  await storage.put(presetKey(id, 256), Buffer.from('the picture of the upload'));
  const before = await publishedVideo(id);
  const choose = async (seconds: number | null) => {
    expect(await site.as(manager).files.setPoster({ id, seconds })).toMatchObject({
      posterSeconds: seconds,
      isPosterPending: true,
      state: 'ready',
    });
    await processStored(site.ctx, id, FIRST_TRY);
    return publishedVideo(id);
  };
  const chosen = await choose(3);
  expect(chosen.picture.statusCode).toBe(200);
  expect(chosen.film?.mediaUrl).not.toBe(before.film?.mediaUrl);
  const own = await choose(null);
  expect(own.picture.statusCode).toBe(200);
  expect(own.picture.rawPayload.equals(chosen.picture.rawPayload)).toBe(false);
  const sizes = [0, 1].map((version) => storage.size(presetKey(id, 256, version)));
  expect(await Promise.all(sizes)).toEqual([null, null]);
});

test('if no picture can be made, the old one stays and the file shows an error until the next choice', async () => {
  const { id } = await makeFilm(Buffer.from('no film at all'));
  const { film } = await publishedVideo(id);
  await site.as(manager).files.setPoster({ id, seconds: 1 });
  await processStored(site.ctx, id, FIRST_TRY);
  const { files } = await site.as(manager).files.list({ submissionId: week.submission.id });
  expect(files.find((file) => file.id === id)).toMatchObject({
    isPosterPending: false,
    errorMessage: ERRORS.POSTER_FAILED[1],
  });
  expect((await publishedVideo(id)).film?.mediaUrl.split('/')[5]).toBe(
    film?.mediaUrl.split('/')[5],
  );
  const again = await site.as(manager).files.setPoster({ id, seconds: 2 });
  expect(again).toMatchObject({ isPosterPending: true, errorMessage: null });
});

test('a time after the end, a photo, and a video in processing are refused', async () => {
  const { id } = await makeFilm(Buffer.from('a film'));
  const busy = await makeFile(site.ctx, week.submission, { kind: 'video', state: 'processing' });
  const set = (fileId: string, seconds: number | null) =>
    site.as(manager).files.setPoster({ id: fileId, seconds });
  await expect(set(id, 4.1)).rejects.toMatchObject({ code: 'MOMENT_OUTSIDE_VIDEO' });
  await expect(set(week.file.id, null)).rejects.toMatchObject({ code: 'NOT_A_VIDEO' });
  await expect(set(busy.id, null)).rejects.toMatchObject({ code: 'FILE_BUSY' });
});
