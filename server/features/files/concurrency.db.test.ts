import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#server/platform/context.ts';
import { probeVideo } from '#server/platform/media/video.ts';
import { videoKey } from '#server/platform/storage/storage.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makeFile, makeProject, makeSubmission } from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { writeVideo } from '#test/fixtures/videos.ts';
import { workFolder } from './derive-video.ts';
import { processFile } from './jobs.ts';
import { processStored } from './process.ts';
import { retryFile } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
const LAST_TRY = { isLastTry: true, signal: new AbortController().signal };

const folder = temporaryFolder();
let product: TestApp;
let ctx: Context;
let projectId: string;

beforeAll(async () => {
  product = await buildApp();
  ({ ctx } = product);
  const company = await makeCompany(ctx);
  ({ id: projectId } = await makeProject(ctx, company.id));
});
afterAll(() => product.close());

const rowOf = (id: string) =>
  ctx.db.as(SYSTEM, (tx) =>
    tx.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst(),
  );

test('a film whose job is handed out twice is made twice, neither run in the way of the other', async () => {
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
      async adopt(path: string, key: string) {
        again = processStored(late, id, LAST_TRY);
        await Promise.race([begun.promise, again]);
        await ctx.storage.adopt(path, key);
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

test('a failed file that several people try again at once gets one job', async () => {
  const failed = { state: 'failed', errorCode: 'INTERNAL', errorMessage: 'x' } as const;
  const { id } = await makeFile(ctx, await makeSubmission(ctx, projectId), failed);
  const answers = await Promise.all(Array.from({ length: 6 }, () => retryFile(ctx, SYSTEM, id)));
  expect(answers.map(({ state }) => state)).toEqual(answers.map(() => 'processing'));
  const { pending } = await ctx.queue.list(processFile);
  expect(pending.filter(({ fileId }) => fileId === id)).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ errorCode: null, errorMessage: null });
});
