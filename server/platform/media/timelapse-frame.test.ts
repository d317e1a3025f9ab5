import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { makeTimelapseFrame, type FrameRequest } from './timelapse-frame.ts';
import { readWithLabel, readWithoutLabel } from './raw-frame.ts';

const folder = temporaryFolder();
const film = { width: 640, height: 360 };
const photo = { width: 1280, height: 720 };
const plain = {
  path: '',
  photo,
  matrix: [0.5, 0, 0, 0, 0.5, 0, 0, 0, 1],
  frameSize: film,
  gain: 1,
};

const inColor = (background: string) =>
  sharp({ create: { ...photo, channels: 3, background } })
    .png()
    .toBuffer();

type Changes = Partial<Pick<FrameRequest, 'label' | 'matrix' | 'under'>>;

async function make(name: string, color: string, order: Changes = {}) {
  const made = folder.path(`${name}.raw`);
  const request = { ...plain, under: null, label: null, outputPath: made, ...order };
  await makeTimelapseFrame(request, await inColor(color));
  return made;
}

async function shown(path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const bytes of readWithLabel(path, film, new Uint8Array(100_000))) {
    chunks.push(Buffer.from(bytes));
  }
  return Buffer.concat(chunks);
}

const pixel = (bytes: Uint8Array, x: number, y: number) => [
  ...bytes.subarray((y * film.width + x) * 4, (y * film.width + x) * 4 + 3),
];

test("a frame has the video's size and the date at the bottom left; a copy has no date", async () => {
  const path = await make('day', '#206020', { label: 'Nov 14, 2026' });
  const bytes = await shown(path);
  expect(bytes).toHaveLength(640 * 360 * 4);
  const brightest = (left: number) => {
    const reds = Array.from({ length: 200 * 60 }, (_, at) =>
      pixel(bytes, left + (at % 200), 300 + Math.floor(at / 200)),
    );
    return Math.max(...reds.map(([red = 0]) => red));
  };
  expect(brightest(0)).toBeGreaterThan(240);
  expect(brightest(400)).toBe(0x20);
  const bare = { ...film, data: new Int32Array(film.width * film.height) };
  await readWithoutLabel(path, bare);
  expect(new Set(bare.data)).toEqual(new Set([0xff206020 | 0]));
});

test('uncovered areas show the previous photo without its date, or a dark background', async () => {
  const half = [0.5, 0, 320, 0, 0.5, 0, 0, 0, 1];
  const before = await make('before', '#0000ff', { label: 'Nov 14, 2026' });
  const over = await shown(await make('over', '#ff0000', { matrix: half, under: before }));
  expect(pixel(over, 20, 330)).toEqual([0, 0, 255]);
  expect(pixel(over, 600, 330)).toEqual([255, 0, 0]);
  const alone = await shown(await make('alone', '#ff0000', { matrix: half }));
  expect(pixel(alone, 20, 330)).toEqual([11, 13, 16]);
  expect((await stat(folder.path('alone.raw'))).size).toBe(640 * 360 * 4);
});

test('a white label has a dark outline, so it is readable on snow', async () => {
  const bytes = await shown(await make('snow', '#f8f8f8', { label: 'Nov 14, 2026' }));
  const row = Array.from({ length: 200 }, (_, x) => pixel(bytes, x, 336)[0] ?? 0);
  expect(Math.max(...row)).toBe(255);
  expect(Math.min(...row)).toBeLessThan(120);
});

test("a page's picture is a JPEG without a label", async () => {
  const order = {
    ...plain,
    under: null,
    outputPath: folder.path('page.jpg'),
    isJpeg: true as const,
  };
  await makeTimelapseFrame({ ...order, label: null }, await inColor('#206020'));
  expect(await sharp(order.outputPath).metadata()).toMatchObject({ format: 'jpeg', ...film });
  // @ts-expect-error -- a label here would be ignored silently.
  const labeled: FrameRequest = { ...order, label: 'Nov 14, 2026' };
  expect(labeled.label).not.toBeNull();
});
