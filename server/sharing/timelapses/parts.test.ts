import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Context } from '#server/platform/context.ts';
import type { FrameRequest } from '#server/platform/media/timelapse-frame.ts';
import { writeRawFrame } from '#server/platform/media/raw-frame.ts';
import { probeVideo } from '#server/platform/media/video.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { storedPartKeys, makeParts, partsOf, type Making } from './parts.ts';

const folder = temporaryFolder();
const film = { width: 320, height: 240 };
const COUNT = 68;

const rawFiles = () => readdirSync(folder.path('.')).filter((name) => name.endsWith('.raw'));

function making(): Making {
  const shot = { preset: 256, largest: 256, photo: film, matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
  const shots = Array.from({ length: COUNT }, (_, at) => ({
    ...shot,
    fileId: String(at),
    label: null,
  }));
  const named = { template: 1, project: '', viewpoint: '' } as const;
  const content = { ...named, film, photoSeconds: 0.3, isEvened: false, shots };
  const { signal } = new AbortController();
  return { id: '', content, folder: folder.path('.'), signal, gains: [] };
}

/** Creates gray pictures instantly and calls `onMade` for each request. */
function grayPictures(onMade: (order: FrameRequest) => void): Pick<Context, 'storage' | 'decoder'> {
  const data = new Int32Array(film.width * film.height).fill(0x808080);
  const storage = { withLocalFile: (key: string, work: (path: string) => unknown) => work(key) };
  const makeFilmFrame = async (order: FrameRequest) => {
    await writeRawFrame(order.outputPath, { ...film, data }, new Uint8Array());
    onMade(order);
  };
  return { storage, decoder: { makeFilmFrame } } as unknown as Context;
}

const encoders = () =>
  spawnSync('pgrep', ['-P', String(process.pid), 'ffmpeg'])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
    .map(Number);

const numberOf = ({ outputPath }: FrameRequest) => Number(/(\d+)\.raw$/.exec(outputPath)?.[1]);

async function lengthsOf(ctx: Pick<Context, 'storage' | 'decoder'>) {
  const lengths: number[] = [];
  const progress = { done: 0, onProgress: () => {} };
  for await (const { path } of makeParts(ctx, making(), progress)) {
    lengths.push((await probeVideo(path)).seconds ?? 0);
  }
  return lengths;
}

test('each picture is made once, replaces the previous one, and few exist at a time', async () => {
  const orders: FrameRequest[] = [];
  let most = 0;
  const ctx = grayPictures((order) => {
    orders.push(order);
    most = Math.max(most, rawFiles().length);
  });
  const [first, second] = await lengthsOf(ctx);
  expect([first, second]).toEqual([expect.closeTo(19.2, 1), expect.closeTo(1.2, 1)]);
  expect(orders.map(numberOf)).toEqual(Array.from({ length: COUNT }, (_, at) => at));
  expect(orders.filter(({ under }) => under === null).map(numberOf)).toEqual([0]);
  expect(most).toBeLessThan(8);
});

test('a part is made again, with its pictures, when ffmpeg was killed', async () => {
  const numbers: number[] = [];
  const ctx = grayPictures((order) => {
    numbers.push(numberOf(order));
    if (numbers.length === 9) for (const pid of encoders()) process.kill(pid, 'SIGKILL');
  });
  const [first, second] = await lengthsOf(ctx);
  expect([first, second]).toEqual([expect.closeTo(19.2, 1), expect.closeTo(1.2, 1)]);
  expect(numbers.filter((at) => at === 0)).toHaveLength(2);
});

describe('a long video is made in consecutive parts', () => {
  const storage = (steps: number[]) =>
    ({
      size: async (key: string) =>
        steps.some((step) => key.endsWith(`part-${step}.mp4`)) ? 1 : null,
    }) as unknown as Context['storage'];

  test.each([0, 1, 3])('after %i steps', (done) => {
    const parts = partsOf(140, done);
    const ends = parts.map(({ to }) => to);
    expect(parts.map(({ from }) => from)).toEqual([done * 16, ...ends.slice(0, -1)]);
    expect(ends.at(-1)).toBe(140);
    const kept = [...Array(done).keys(), ...parts.map(({ step }) => step)];
    return expect(storedPartKeys({ storage: storage(kept) }, 'film', 140)).resolves.toHaveLength(
      kept.length,
    );
  });

  test.each([[[]], [[4, 8]], [[0, 8]], [[0, 4]], [[0, 1, 2, 3]]])(
    'reports missing parts when only %j exist',
    (kept) =>
      expect(storedPartKeys({ storage: storage(kept) }, 'film', 140)).rejects.toThrow('missing'),
  );
});
