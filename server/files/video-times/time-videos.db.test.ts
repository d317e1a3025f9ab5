import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeFile, makeProjectWithPeople, makeSubmission } from '#test/factories.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { writeVideo } from '#test/fixtures/videos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from '../process.ts';

const site = runSite();
const folder = temporaryFolder();
const FIRST_TRY = { isLastTry: false, signal: new AbortController().signal };
const SYSTEM = { kind: 'system' } as const;

/** A video whose header has the site's local time (UTC-5). */
let film: Buffer;
let submission: Awaited<ReturnType<typeof makeSubmission>>;
beforeAll(async () => {
  const output = ['-metadata', 'creation_time=2025-08-01T21:05:03Z'];
  film = await readFile(await writeVideo(folder.path('film.mp4'), { seconds: 0.4, output }));
});
beforeEach(async () => {
  const { project } = await makeProjectWithPeople(site.ctx, { timeZone: 'America/Bogota' });
  submission = await makeSubmission(site.ctx, project.id);
});

const arrive = async (fileName: string, file: Parameters<typeof makeFile>[2]) => {
  const { id } = await makeFile(site.ctx, submission, { fileName, state: 'processing', ...file });
  await processStored(site.ctx, id, FIRST_TRY);
  return id;
};
const arriveFilm = (fileName: string) =>
  arrive(fileName, { kind: 'video', fileType: 'video/mp4', bytes: film });
const arriveLog = (fileName: string) =>
  arrive(fileName, {
    kind: 'other',
    fileType: 'application/x-subrip',
    bytes: Buffer.from('1\n00:00:00,000 --> 00:00:00,033\n2025-08-01 21:05:02,774\n'),
  });
const timesOf = (id: string) =>
  site.ctx.db.as(SYSTEM, (tx) =>
    tx
      .selectFrom('files')
      .innerJoin('submissions', 'submissions.id', 'files.submissionId')
      .where('files.id', '=', id)
      .select(['capturedAt', 'capturedLocal', 'timeZoneSource', 'submissions.recordedDate'])
      .executeTakeFirstOrThrow(),
  );
const LOCAL = {
  capturedAt: new Date('2025-08-02T02:05:03Z'),
  capturedLocal: '2025-08-01 21:05:03',
  timeZoneSource: 'site',
  recordedDate: '2025-08-01',
};
const UTC = { capturedAt: new Date('2025-08-01T21:05:03Z'), capturedLocal: '2025-08-01 16:05:03' };

test("a header in local time is detected from the video's name", async () => {
  expect(await timesOf(await arriveFilm('DJI_20250801210503_0001_D.MP4'))).toEqual(LOCAL);
});

test.each(['before', 'after'])(
  'a header in local time is detected from a log that arrives %s the video',
  async (when) => {
    if (when === 'before') await arriveLog('DJI_0001.SRT');
    const id = await arriveFilm('DJI_0001.MP4');
    await arriveLog(when === 'before' ? 'DJI_0002.SRT' : 'dji_0001.srt');
    expect(await timesOf(id)).toEqual(LOCAL);
  },
);

test('a header in local time is detected from photos that arrive later', async () => {
  const id = await arriveFilm('DJI_0001.MP4');
  expect(await timesOf(id)).toMatchObject(UTC);
  const exif = { IFD2: { DateTimeOriginal: '2025:08:01 21:00:00' } };
  await arrive('DJI_0002.JPG', { bytes: await jpegPhoto({ exif }) });
  expect(await timesOf(id)).toEqual(LOCAL);
});

test('an earlier time stays when the header is unclear', async () => {
  const video = { kind: 'video', state: 'ready', capturedAt: UTC.capturedAt } as const;
  const { id } = await makeFile(site.ctx, submission, video);
  await arriveLog('DJI_0001.SRT');
  expect((await timesOf(id)).capturedAt).toEqual(UTC.capturedAt);
});
