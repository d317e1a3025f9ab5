import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Fills a folder with photos with large shapes and the grain of a sensor; each has bytes of its own. */
export async function makePhotos(
  folder: string,
  { photos, width, height }: { photos: number; width: number; height: number },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const shapes = { raw: { width: 40, height: 30, channels: 3 as const } };
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const first = join(folder, '0.jpg');
  await sharp(randomBytes(40 * 30 * 3), shapes)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .withExif({
      IFD0: { Make: 'DJI', Model: 'FC3582' },
      IFD2: { DateTimeOriginal: '2026:05:04 10:20:30' },
    })
    .jpeg({ quality: 92 })
    .toFile(first);
  for (let index = 1; index < photos; index++) {
    copyFileSync(first, join(folder, `${index}.jpg`));
    appendFileSync(join(folder, `${index}.jpg`), randomBytes(16));
  }
}
