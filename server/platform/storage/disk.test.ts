import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runProgram } from '#test/program.ts';
import { diskStorage, lowSpaceWarning } from './disk.ts';

const MIB = 1024 ** 2;
/** Size of each object that store-files.ts stores. */
const VERSION_BYTES = 64 * MIB;
const KEY = 'content-files/file/original';
const FULL = { code: 'STORAGE_FULL' };

const folder = temporaryFolder();

test.each([1, 2, 3])(
  'a process killed during a write leaves no partial object (%i)',
  async (round) => {
    const root = folder.path(`killed-${round}`);
    const { child, lines, ended } = runProgram('store-files.ts', [JSON.stringify({ root }), KEY]);
    for await (const line of lines) if (line === '2') break;
    await vi.waitFor(async () => expect(await hasPartialFile(root)).toBe(true), {
      timeout: 20_000,
      interval: 1,
    });
    child.kill('SIGKILL');
    expect(await ended).toEqual({ code: null, stderr: '' });
    expect(await hasPartialFile(root)).toBe(true);
    const left = await diskStorage(root).read(KEY);
    expect(left.equals(Buffer.alloc(VERSION_BYTES, left[0]))).toBe(true);
  },
);

/** Whether the folder has a partially written file. */
async function hasPartialFile(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0, // moved into place just now
      ),
    ),
  );
  return sizes.some((size) => size > 0 && size < VERSION_BYTES);
}

test('partial files of a killed process are deleted after a day', async () => {
  const root = folder.path('left-behind');
  await diskStorage(root).put(KEY, Buffer.from('x'));
  const path = (name: string) => join(root, '.tmp', name);
  await folder.write('left-behind/.tmp/old', 'half');
  await folder.write('left-behind/.tmp/new', 'of another process');
  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(path('old'), yesterday, yesterday);
  await diskStorage(root).put(KEY, Buffer.from('y'));
  expect(await readdir(path(''))).toEqual(['new']);
});

/** An 8 MB file system, which only root may create. */
const small = mkdtempSync(join(tmpdir(), 'overfly-small-'));
const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]);
if (mount.status !== 0) {
  process.stdout.write(
    'Tests with a full disk are skipped: a small file system cannot be mounted here ' +
      `(${mount.error?.message ?? mount.stderr.toString().trim()}).\n`,
  );
}
afterAll(async () => {
  if (mount.status === 0) spawnSync('umount', [small]);
  await rm(small, { recursive: true, force: true });
});

describe.each(mount.status === 0 ? ['8 MB'] : [])('on a file system of %s', () => {
  const root = join(small, 'storage');
  const storage = diskStorage(root);

  test('a file that does not fit is refused and leaves existing objects unchanged', async () => {
    const bytes = randomBytes(4 * MIB);
    await storage.put(KEY, bytes);
    await expect(storage.put(KEY, randomBytes(6 * MIB))).rejects.toMatchObject(FULL);
    await expect(storage.put('other', randomBytes(6 * MIB))).rejects.toMatchObject(FULL);
    expect((await storage.read(KEY)).equals(bytes)).toBe(true);
    expect(await storage.size('other')).toBeNull();
    expect(await readdir(join(root, '.tmp'))).toEqual([]);
    await storage.put('other', randomBytes(MIB));
    expect(await storage.size('other')).toBe(MIB);
  });

  test('a file from another file system is adopted, or kept if it does not fit', async () => {
    const fits = await folder.write('fits', 'a finished file');
    await storage.moveIn(fits, 'adopted');
    expect((await storage.read('adopted')).toString()).toBe('a finished file');
    await expect(stat(fits)).rejects.toMatchObject({ code: 'ENOENT' });

    const large = await folder.write('large', randomBytes(9 * MIB));
    await expect(storage.moveIn(large, 'large')).rejects.toMatchObject(FULL);
    await expect(storage.moveIn(large, 'adopted')).rejects.toMatchObject(FULL);
    expect((await stat(large)).size).toBe(9 * MIB);
    expect(await storage.size('large')).toBeNull();
    expect(await readdir(join(root, '.tmp'))).toEqual([]);
  });
});

test.each([
  [5, 50, null],
  [4.9, 20, 'Storage is running low: 4.9 GB of 20 GB free.'],
  [9, 100, 'Storage is running low: 9 GB of 100 GB free.'],
])('low space with %d GB free of %d GB', (free, total, warning) => {
  expect(lowSpaceWarning(free * 1024 ** 3, total * 1024 ** 3)).toBe(warning);
});
