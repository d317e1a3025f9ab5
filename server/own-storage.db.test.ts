import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runSite } from '#test/site.ts';
import { assertOwnStorage } from './own-storage.ts';
import { diskStorage } from './platform/storage/disk.ts';

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

test('a storage that does not answer stops no start: the health page tells of it', async () => {
  const storage = { ...site.ctx.storage, read: () => Promise.reject(new Error('no answer')) };
  await expect(assertOwnStorage({ ...site.ctx, storage })).resolves.toBeUndefined();
});
