import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { heicPhoto } from '#test/fixtures/heic.ts';
import { dngPhoto, exifAsTiff, gpsExif, jpegPhoto } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { createDecoder } from './decoder.ts';

const folder = temporaryFolder();
const shared = createDecoder();
afterAll(() => shared.close());

async function make(name: string, content: Buffer, decoder = shared) {
  const made = await decoder.makeSizes(await folder.write(name, content), folder.path('.'));
  const { width, height } = made;
  const picture = sharp(await readFile(made.fileOf(256))).resize(8, 8, {
    kernel: 'nearest',
    fit: 'fill',
  });
  const pixels = await picture.raw().toBuffer();
  const colorAt = (x: number, y: number) => {
    const [red = 0, , blue = 0] = pixels.subarray((y * 8 + x) * 3);
    return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other';
  };
  return { size: [width, height], top: colorAt(4, 0), left: colorAt(0, 4), right: colorAt(7, 4) };
}

describe('HEIC', () => {
  test.each([
    ['a photo', {}, { size: [64, 64], left: 'red', right: 'blue' }],
    ['10 bits', { bits: 10 }, { size: [64, 64], left: 'red', right: 'blue' }],
    // A quarter turn counterclockwise brings the right edge to the top.
    ['a rotated photo', { turns: 1 }, { size: [64, 64], top: 'blue' }],
    ['tiles', { columns: 2 }, { size: [128, 64], left: 'red', right: 'blue' }],
    ['rotated tiles', { columns: 2, turns: 3 }, { size: [64, 128], top: 'red' }],
    ['several pictures', { columns: 2, hasAnother: true }, { size: [128, 64], left: 'red' }],
  ] as const)('%s is shown', async (_, options, expected) => {
    expect(await make('a.heic', heicPhoto(options))).toMatchObject(expected);
  });

  test('is rotated only once and has its position', async () => {
    const jpeg = await jpegPhoto({ exif: gpsExif(30.25, -97.5), orientation: 6 });
    const heic = heicPhoto({ columns: 2, exif: exifAsTiff(jpeg) });
    expect(await make('a.heic', heic)).toMatchObject({ size: [128, 64], left: 'red' });
    const metadata = await shared.readMetadata(folder.path('a.heic'), 'America/Chicago');
    expect(metadata).toMatchObject({ latitude: 30.25, longitude: -97.5 });
  });

  test('is damaged if truncated, and refused if it needs too much memory', async () => {
    await expect(make('a.heic', heicPhoto().subarray(0, -30))).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
    });
    const small = createDecoder({ bytes: 64 * 64 * 8 });
    onTestFinished(() => small.close());
    await expect(make('a.heic', heicPhoto(), small)).rejects.toMatchObject({
      code: 'PICTURE_TOO_LARGE',
    });
  });
});

/** Programs may write any of these brands first, regardless of the file's contents. */
describe.each(['mif1', 'miaf', 'avis', 'MA1B', 'heim', 'hevx'])('with the brand %s', (brand) => {
  const branded = (picture: Buffer) =>
    Buffer.concat([picture.subarray(0, 8), Buffer.from(brand), picture.subarray(12)]);

  test('AVIF and HEIC are shown', async () => {
    const create = { width: 64, height: 48, channels: 3, background: '#f00' } as const;
    const avif = await sharp({ create }).avif().toBuffer();
    expect(await make('a.avif', branded(avif))).toMatchObject({ size: [64, 48], left: 'red' });
    expect(await shared.readType(folder.path('a.avif'))).toMatchObject({ mime: 'image/avif' });
    expect(await make('a.heic', branded(heicPhoto()))).toMatchObject({ right: 'blue' });
    expect(await shared.readType(folder.path('a.heic'))).toMatchObject({ mime: 'image/heic' });
  });
});

describe('DNG', () => {
  test('is shown by its largest preview, rotated as needed', async () => {
    const previews = [
      { width: 64, height: 48 },
      { width: 320, height: 240 },
      { width: 160, height: 120 },
    ];
    const dng = dngPhoto(await Promise.all(previews.map(jpegPhoto)), 6);
    expect(await make('a.dng', dng)).toMatchObject({ size: [240, 320] });
  });

  test('without a preview is kept but not shown', async () => {
    await expect(make('a.dng', dngPhoto([], 1))).rejects.toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message: 'This raw photo has no preview that can be shown.',
    });
  });
});
