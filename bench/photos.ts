import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** With large shapes and sensor noise; each has a thumbnail, like a camera's, and unique bytes and size. */
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
  const picture = await sharp(randomBytes(40 * 30 * 3), shapes)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer();
  const thumbnail = await sharp(picture).resize(160).jpeg({ quality: 80 }).toBuffer();
  const start = picture.subarray(0, 2);
  const first = Buffer.concat([start, cameraExif(thumbnail), picture.subarray(2)]);
  for (let index = 0; index < photos; index++) {
    const own = randomBytes(16 + index);
    writeFileSync(join(folder, `${index}.jpg`), Buffer.concat([first, own]));
  }
}

const SHORT = 3;
const LONG = 4;
const ASCII = 2;

/** The EXIF segment (EXIF 2.32, 4.6) with camera, time, and thumbnail: three tables, their strings, and the picture. */
function cameraExif(thumbnail: Buffer): Buffer {
  const [exifAt, thumbnailTableAt, textsAt, thumbnailAt] = [50, 68, 110, 138] as const;
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    bytes.writeUInt32BE(type === SHORT ? value << 16 : value, 8);
    return bytes;
  };
  const table = (next: number, ...entries: Buffer[]) => {
    const ends = Buffer.alloc(6);
    ends.writeUInt16BE(entries.length, 0);
    ends.writeUInt32BE(next, 2);
    return Buffer.concat([ends.subarray(0, 2), ...entries, ends.subarray(2)]);
  };
  const make = Buffer.from('DJI\0').readUInt32BE();
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\u0008', 'latin1'),
    table(
      thumbnailTableAt,
      entry(0x010f, ASCII, 4, make),
      entry(0x0110, ASCII, 7, textsAt),
      entry(0x8769, LONG, 1, exifAt),
    ),
    table(0, entry(0x9003, ASCII, 20, textsAt + 8)),
    table(
      0,
      entry(0x0103, SHORT, 1, 6),
      entry(0x0201, LONG, 1, thumbnailAt),
      entry(0x0202, LONG, 1, thumbnail.length),
    ),
    Buffer.from('FC3582\0\u00002026:05:04 10:20:30\0', 'latin1'),
    thumbnail,
  ]);
  const head = Buffer.from([0xff, 0xe1, 0, 0, ...Buffer.from('Exif\0\0')]);
  head.writeUInt16BE(tiff.length + 8, 2);
  return Buffer.concat([head, tiff]);
}
