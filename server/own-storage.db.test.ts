import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runSite } from '#test/site.ts';
import { assertOwnStorage } from './own-storage.ts';
import { diskStorage } from './platform/storage/disk.ts';
import { startWorker } from './worker.ts';

const site = runSite();
const folder = temporaryFolder();

test('a process with the wrong storage folder does not start and names the setting', async () => {
  const { ctx } = site;
  await assertOwnStorage(ctx);
  const dataDir = folder.path('elsewhere');
  const other = { ...ctx, config: { ...ctx.config, dataDir }, storage: diskStorage(dataDir) };
  await expect(assertOwnStorage(other)).rejects.toThrow(
    /^DATA_DIR: the folder .*elsewhere\/storage does not contain this database's files\./,
  );
});

test('file jobs wait until the storage responds; other jobs start', async () => {
  const { ctx } = site;
  const storage = { ...ctx.storage, read: () => Promise.reject(new Error('no response')) };
  const taken: string[] = [];
  const queue = { ...ctx.queue, work: async ({ name }: { name: string }) => void taken.push(name) };
  const stop = await startWorker({ ...ctx, storage, queue });
  stop();
  expect(taken.sort()).toEqual([
    'deliver-webhook',
    'look-up-flight',
    'send-account-link',
    'send-mail',
  ]);
  const stopLater = await startWorker({ ...ctx, queue });
  stopLater();
  expect(taken).toContain('process-file');
});
