import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { sharp } from '../sharp.ts';
import { encodeFilmPart, joinFilmParts } from './film.ts';
import { posterFrame } from './transcode.ts';
import { probeVideo } from './video.ts';

const folder = temporaryFolder();

test('parts of a film show each photo for its time, fade between parts, too, and join without a gap', async () => {
  const colors = ['#e01010', '#10e010', '#1010e0'];
  const pictures: string[] = [];
  for (const [index, background] of colors.entries()) {
    const path = folder.path(`${index}.jpg`);
    await sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .jpeg()
      .toFile(path);
    pictures.push(path);
  }
  const [red = '', green = '', blue = ''] = pictures;
  const part = (name: string, shown: string[], next: string | null) =>
    encodeFilmPart({
      pictures: shown.map((path) => Promise.resolve(path)),
      next: next === null ? null : Promise.resolve(next),
      pictureSeconds: 0.6,
      framesASecond: 30,
      out: folder.path(`${name}.mp4`),
    });
  await part('one', [red, green], blue);
  await part("two's", [blue], null);
  const out = folder.path('film.mp4');
  const parts = [folder.path('one.mp4'), folder.path("two's.mp4")];
  await joinFilmParts(parts, { list: folder.path('parts.txt'), out });
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
  // Half way from green to blue, in the part before blue's own.
  const [, green2 = 0, blue2 = 0] = await colorAt(1.05);
  expect(Math.min(green2, blue2)).toBeGreaterThan(70);
  expect((await colorAt(1.7))[2]).toBeGreaterThan(200);
});

test('a picture that cannot be made ends a part with its own error', async () => {
  const path = folder.path('photo.jpg');
  await sharp({ create: { width: 320, height: 240, channels: 3, background: '#e01010' } })
    .jpeg()
    .toFile(path);
  const error = new Error('the photo cannot be read');
  const unmade = Promise.reject(error);
  unmade.catch(() => {});
  const part = encodeFilmPart({
    pictures: [Promise.resolve(path), unmade],
    next: null,
    pictureSeconds: 0.6,
    framesASecond: 30,
    out: folder.path('broken.mp4'),
  });
  await expect(part).rejects.toBe(error);
});
