import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runSite } from '#test/site.ts';
import { assertOwnStorage } from './own-storage.ts';
import { diskStorage } from './platform/storage/disk.ts';
import { startWorker } from './worker.ts';

const site = runSite();
const folder = temporaryFolder();

test('a process with another folder for its files is told which setting is wrong, and starts nothing', async () => {
  const { ctx } = site;
  await assertOwnStorage(ctx);
  const dataDir = folder.path('elsewhere');
  const other = { ...ctx, config: { ...ctx.config, dataDir }, storage: diskStorage(dataDir) };
  await expect(assertOwnStorage(other)).rejects.toThrow(
    /^DATA_DIR: the folder .*elsewhere\/storage does not hold the files of this database\./,
  );
});

test('while a storage does not answer, no jobs of files are taken, and all others are', async () => {
  const { ctx } = site;
  const storage = { ...ctx.storage, read: () => Promise.reject(new Error('no answer')) };
  const taken: string[] = [];
  const queue = { ...ctx.queue, work: async ({ name }: { name: string }) => void taken.push(name) };
  const stop = await startWorker({ ...ctx, storage, queue });
  stop();
  expect(taken.sort()).toEqual(['deliver-webhook', 'send-account-link', 'send-mail']);
  const stopLater = await startWorker({ ...ctx, queue });
  stopLater();
  expect(taken).toContain('process-file');
});
