import sharp from 'sharp';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { derivePhoto } from './image.ts';

const folder = temporaryFolder();

/** The smallest size of a 64 x 48 TIFF with 16-bit values. */
async function pictureOf(valueAt: (index: number) => number): Promise<Buffer> {
  const values = Uint16Array.from({ length: 64 * 48 }, (_value, index) => valueAt(index));
  const tiff = sharp(values, { raw: { width: 64, height: 48, channels: 1 } })
    .toColourspace('grey16')
    .tiff({ compression: 'deflate' });
  let smallest: Buffer = Buffer.alloc(0);
  await derivePhoto(
    await folder.write('photo.tif', await tiff.toBuffer()),
    async (_preset, webp) => {
      smallest = webp;
    },
  );
  return smallest;
}

test('measurements are stretched from black to white, however few of the 16 bits they use', async () => {
  const { channels } = await sharp(await pictureOf((index) => 7000 + (index % 64))).stats();
  expect(channels[0]?.min).toBeLessThan(20);
  expect(channels[0]?.max).toBeGreaterThan(235);
});

test('a picture with a single value is refused with the reason', async () => {
  await expect(pictureOf(() => 9)).rejects.toThrow('every pixel has the same value');
});
