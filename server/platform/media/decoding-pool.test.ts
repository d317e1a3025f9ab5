import { afterAll, expect, test } from 'vitest';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { DecodingPool } from './decoding-pool.ts';

const folder = temporaryFolder();
const lanes = new DecodingPool(1, { bytes: 200e6, seconds: 60, idleMs: 1000 });
afterAll(() => lanes.close());

test('low-priority tasks start when no others are waiting', async () => {
  const task = { kind: 'type', path: await folder.write('a.jpg', await jpegPhoto()) } as const;
  const done: string[] = [];
  await Promise.all([
    lanes.run(task).then(() => done.push('first')),
    lanes.runLowPriority(task).then(() => done.push('behind')),
    lanes.run(task).then(() => done.push('second')),
  ]);
  expect(done).toEqual(['first', 'second', 'behind']);
});

test('waitUntilIdle resolves after all later tasks, or at once if there are none', async () => {
  const task = { kind: 'type', path: await folder.write('b.jpg', await jpegPhoto()) } as const;
  const done: string[] = [];
  const twoPictures = async () => {
    await lanes.run(task);
    done.push('first');
    await lanes.run(task);
    done.push('second');
  };
  await Promise.all([twoPictures(), lanes.waitUntilIdle(50).then(() => done.push('rest'))]);
  await lanes.waitUntilIdle(0);
  expect(done).toEqual(['first', 'second', 'rest']);
});
