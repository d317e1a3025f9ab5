import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { sharp } from '../sharp.ts';
import { writeRawFrame } from './raw-frame.ts';
import { encodeTimelapsePart, joinTimelapseParts } from './timelapse-encoder.ts';
import { posterFrame } from './transcode.ts';
import { probeVideo } from './video.ts';

const folder = temporaryFolder();
const film = { width: 320, height: 240 };

/** A frame in one color, with another color in the lower half, where the label would be. */
async function picture(name: string, color: number, labelled = color): Promise<string> {
  const path = folder.path(`${name}.raw`);
  const data = new Int32Array(film.width * film.height).fill(color);
  const rows = new Int32Array(data.length / 2).fill(labelled);
  await writeRawFrame(path, { ...film, data }, new Uint8Array(rows.buffer));
  return path;
}

test('parts show each photo equally long, fade into each other and join without a gap', async () => {
  const red = await picture('red', 0x1010e0);
  const green = await picture('green', 0x10e010);
  const blue = await picture('blue', 0xe01010);
  const part = (name: string, shown: string[], next = shown.at(-1)) =>
    encodeTimelapsePart({
      count: shown.length,
      pictureAt: (at) => Promise.resolve(shown[at] ?? next ?? ''),
      film,
      pictureSeconds: 0.6,
      framesPerSecond: 30,
      out: folder.path(`${name}.mp4`),
    });
  await part('one', [red, green], blue);
  await part("two's", [blue]);
  const out = folder.path('film.mp4');
  const parts = [folder.path('one.mp4'), folder.path("two's.mp4")];
  await joinTimelapseParts(parts, { list: folder.path('parts.txt'), out });
  const info = await probeVideo(out);
  expect(info).toMatchObject({ width: 320, height: 240, codec: 'avc', fps: 30 });
  expect(info.seconds).toBeCloseTo(1.8, 1);
  const colorAt = async (at: number) => {
    const frame = folder.path('frame.jpg');
    await posterFrame(out, frame, { at });
    return (await sharp(frame).stats()).channels.map(({ mean }) => Math.round(mean));
  };
  const [r, g] = [await colorAt(0.1), await colorAt(0.75)];
  expect(r[0]).toBeGreaterThan(200);
  expect(g[1]).toBeGreaterThan(190);
  // Halfway from green to blue, before the part that shows only blue.
  const [, green2 = 0, blue2 = 0] = await colorAt(1.05);
  expect(Math.min(green2, blue2)).toBeGreaterThan(70);
  expect((await colorAt(1.7))[2]).toBeGreaterThan(200);
});

test('a frame is shown with its labeled rows', async () => {
  const path = await picture('labelled', 0x202020, 0xf0f0f0);
  const out = folder.path('labelled.mp4');
  const one = { count: 1, pictureAt: () => Promise.resolve(path), film, out };
  await encodeTimelapsePart({ ...one, pictureSeconds: 0.6, framesPerSecond: 30 });
  const frame = folder.path('labelled.jpg');
  await posterFrame(out, frame, { at: 0.2 });
  const lightOf = async (top: number) => {
    const half = await sharp(frame).extract({ left: 0, top, width: 320, height: 100 }).toBuffer();
    return (await sharp(half).stats()).channels[1]?.mean ?? 0;
  };
  expect(await lightOf(10)).toBeCloseTo(0x20, -1);
  expect(await lightOf(130)).toBeCloseTo(0xf0, -1);
});

test('a frame that cannot be made ends its part with the original error', async () => {
  const path = await picture('first', 0x1010e0);
  const error = new Error('the photo cannot be read');
  const part = encodeTimelapsePart({
    count: 2,
    pictureAt: (at) => (at === 0 ? Promise.resolve(path) : Promise.reject(error)),
    film,
    pictureSeconds: 0.6,
    framesPerSecond: 30,
    out: folder.path('broken.mp4'),
  });
  await expect(part).rejects.toBe(error);
});
