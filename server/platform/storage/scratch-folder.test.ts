import { mkdir, readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { scratchFolder } from './scratch-folder.ts';

const folder = temporaryFolder();

test('files are created even if old ones cannot be cleaned up', async () => {
  const path = folder.path('unreadable');
  const list = vi
    .fn<(path: string) => Promise<string[]>>(readdir)
    .mockRejectedValueOnce(new Error('EMFILE: too many open files'));
  const scratchPath = scratchFolder(path, list);
  expect(dirname(await scratchPath())).toBe(path);
  expect(dirname(await scratchPath())).toBe(path);
  expect(list).toHaveBeenCalledTimes(2);
  await scratchPath();
  expect(list).toHaveBeenCalledTimes(2);
});

test('a day-old folder is deleted, too', async () => {
  const path = folder.path('with-a-folder');
  await mkdir(join(path, 'old', 'deep'), { recursive: true });
  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(join(path, 'old'), yesterday, yesterday);
  await scratchFolder(path)();
  expect(await readdir(path)).toEqual([]);
});
