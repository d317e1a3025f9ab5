import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { probeVideo } from '#server/platform/media/video.ts';
import { videoKey } from '#server/platform/storage/storage.ts';
import { openSite, runSite } from '#test/site.ts';
import { makeCompany, makeFile, makeProject, makeSubmission } from '#test/factories.ts';
import { holdRow, waitUntilBlocked } from '#test/row-locks.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { writeVideo } from '#test/fixtures/videos.ts';
import { processFile } from './jobs.ts';
import { processStored, registerFileJobs, resumeProcessing } from './process.ts';
import { reorderFiles, retryFile } from './service.ts';
import { workFolder } from './work-folder.ts';

const SYSTEM = { kind: 'system' } as const;
const LAST_TRY = { isLastTry: true, signal: new AbortController().signal };
const PATIENT = { timeout: 15_000 };

const folder = temporaryFolder();
const site = runSite();
let ctx: Context;
let projectId: string;

beforeAll(async () => {
  ({ ctx } = site);
  const company = await makeCompany(ctx);
  ({ id: projectId } = await makeProject(ctx, company.id));
});

const rowOf = (id: string) =>
  ctx.db.as(SYSTEM, (tx) =>
    tx.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst(),
  );

test('a video job that is started twice runs twice without conflicts', async () => {
  const bytes = await readFile(await writeVideo(folder.path('twice.mov')));
  const submission = await makeSubmission(ctx, projectId);
  const columns = { kind: 'video', fileType: 'video/quicktime', state: 'processing' } as const;
  const { id } = await makeFile(ctx, submission, { ...columns, bytes });
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = {
    ...ctx,
    storage: {
      ...ctx.storage,
      async put(key: string, picture: Buffer) {
        begun.resolve();
        await ended.promise;
        await ctx.storage.put(key, picture);
      },
    },
  };
  let again = Promise.resolve();
  const early = {
    ...ctx,
    storage: {
      ...ctx.storage,
      async moveIn(path: string, key: string) {
        again = processStored(late, id, LAST_TRY);
        await Promise.race([begun.promise, again]);
        await ctx.storage.moveIn(path, key);
      },
    },
  };
  await processStored(early, id, LAST_TRY);
  ended.resolve();
  await again;
  expect(await rowOf(id)).toMatchObject({ state: 'ready', errorCode: null });
  expect(await ctx.storage.withLocalFile(videoKey(id), probeVideo)).toMatchObject({ width: 320 });
  expect(await readdir(workFolder(ctx.config))).toEqual([]);
});

test('a failed file retried by several people at once gets one job', async () => {
  const failed = { state: 'failed', errorCode: 'INTERNAL', errorMessage: 'x' } as const;
  const { id } = await makeFile(ctx, await makeSubmission(ctx, projectId), failed);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => retryFile(ctx, SYSTEM, { id })),
  );
  expect(answers.map(({ state }) => state)).toEqual(answers.map(() => 'processing'));
  const { pending } = await ctx.queue.list(processFile);
  expect(pending.filter(({ fileId }) => fileId === id)).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ errorCode: null, errorMessage: null });
});

test("people who reorder files at the same time don't block each other", async () => {
  const submission = await makeSubmission(ctx, projectId);
  const bytes = await jpegPhoto({ width: 32, height: 32 });
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) {
    const sha256 = createHash('sha256').update(`${submission.id} ${n}`).digest('hex');
    ids.push((await makeFile(ctx, submission, { bytes, sha256, state: 'processing' })).id);
  }
  let runs = 0;
  const counting: Context = {
    ...ctx,
    db: {
      ...ctx.db,
      as: (viewer, work) =>
        ctx.db.as(viewer, (tx) => {
          runs++;
          return work(tx);
        }),
    },
  };
  const orders = Array.from({ length: 12 }, (_, n) => (n % 2 ? ids : ids.toReversed()));
  const answers = await Promise.all(
    orders.map((order) =>
      reorderFiles(counting, SYSTEM, { submissionId: submission.id, fileIds: order }),
    ),
  );
  expect(answers.map((files) => files.map(({ id }) => id))).toEqual(orders);
  expect(runs).toBe(orders.length);
});

test("photos don't wait for videos, and videos wait for each other", async () => {
  const worker = await openSite();
  const company = await makeCompany(worker.ctx);
  const project = await makeProject(worker.ctx, company.id);
  const submission = await makeSubmission(worker.ctx, project.id);
  const make = (kind: 'video' | 'photo') =>
    makeFile(worker.ctx, submission, { kind, state: 'processing' });
  const films = [await make('video'), await make('video'), await make('video')];
  await resumeProcessing(worker.ctx);
  await make('photo');
  await resumeProcessing(worker.ctx);

  const ended = Promise.withResolvers<void>();
  const [running, most] = [new Set<string>(), { films: 0 }];
  await registerFileJobs({
    ...worker.ctx,
    storage: {
      ...worker.ctx.storage,
      async withLocalFile<T>(key: string, work: (path: string) => Promise<T>) {
        if (!films.some(({ filePath }) => filePath === key)) {
          return worker.ctx.storage.withLocalFile(key, work);
        }
        most.films = Math.max(most.films, running.add(key).size);
        await ended.promise;
        running.delete(key);
        throw new AppError('FILE_DAMAGED');
      },
    },
  });
  const states = async (kind: 'video' | 'photo') => {
    const query = (tx: Tx) => tx.selectFrom('files').select('state').where('kind', '=', kind);
    return (await worker.ctx.db.as(SYSTEM, (tx) => query(tx).execute())).map(({ state }) => state);
  };
  await expect.poll(() => states('photo'), PATIENT).toEqual(['ready']);
  ended.resolve();
  await expect.poll(() => states('video'), PATIENT).toEqual(films.map(() => 'failed'));
  expect(most.films).toBe(1);
  await worker.close();
});

test('a file that becomes ready waits for its submission before it locks its own row', async () => {
  const submission = await makeSubmission(ctx, projectId);
  const { id } = await makeFile(ctx, submission, { state: 'processing' });
  const held = await holdRow(ctx.db, 'submissions', submission.id);
  const processed = processStored(ctx, id, LAST_TRY);
  await waitUntilBlocked(ctx.db);
  expect(await held.isFree('files', id)).toBe(true);
  await held.release();
  await processed;
  expect(await rowOf(id)).toMatchObject({ state: 'ready' });
});
