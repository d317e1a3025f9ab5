import { mkdir, readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { scratchFolder } from './scratch-folder.ts';

const folder = temporaryFolder();

test('while what is left behind cannot be looked through, files are made all the same', async () => {
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

test('a folder that lies there for a day is cleared away too', async () => {
  const path = folder.path('with-a-folder');
  await mkdir(join(path, 'old', 'deep'), { recursive: true });
  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(join(path, 'old'), yesterday, yesterday);
  await scratchFolder(path)();
  expect(await readdir(path)).toEqual([]);
});
