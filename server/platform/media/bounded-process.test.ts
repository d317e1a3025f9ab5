import { mkdir, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { memoryLimit } from './bounded-process.ts';

const folder = temporaryFolder();

async function limitWith(name: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder.path(name), path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, `${text}\n`);
  }
  return memoryLimit(folder.path(name));
}

const OWN = 'proc/self/cgroup';
const V2 = 'sys/fs/cgroup';
const V1 = 'sys/fs/cgroup/memory';

test("without control groups the limit is the machine's memory", async () => {
  expect(await limitWith('none', {})).toBe(totalmem());
  const unlimited = { [OWN]: '0::/a', [`${V2}/a/memory.max`]: 'max' };
  expect(await limitWith('unlimited', unlimited)).toBe(totalmem());
  const largest = { [OWN]: '4:memory:/', [`${V1}/memory.limit_in_bytes`]: '9223372036854771712' };
  expect(await limitWith('largest', largest)).toBe(totalmem());
});

test('the smallest limit of the surrounding groups applies, in both versions', async () => {
  const second = {
    [OWN]: '0::/site/app/web',
    [`${V2}/site/memory.max`]: '1000',
    [`${V2}/site/app/memory.max`]: 'max',
    [`${V2}/site/app/web/memory.max`]: '3000',
  };
  expect(await limitWith('second', second)).toBe(1000);
  const first = {
    [OWN]: '5:cpu,memory:/site/app\n4:pids:/other\n0::/',
    [`${V1}/site/memory.limit_in_bytes`]: '2000',
    [`${V1}/site/app/memory.limit_in_bytes`]: '1500',
    [`${V1}/other/memory.limit_in_bytes`]: '7',
  };
  expect(await limitWith('first', first)).toBe(1500);
});

test('a container that cannot see its own group is limited by the visible root', async () => {
  const host = { [OWN]: '0::/docker/0123abc', [`${V2}/memory.max`]: '4000' };
  expect(await limitWith('host', host)).toBe(4000);
});
