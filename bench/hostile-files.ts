// Generates files that are small to upload but expensive to read.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { constants, crc32, createDeflate, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { jpegPhoto } from '#test/fixtures/photos.ts';

const SIDE = 16_383;
const MB = 1e6;

type Layout = { bits: number; channels: number };
const RGB: Layout = { bits: 8, channels: 3 };
const RGBA16: Layout = { bits: 16, channels: 4 };
const bytesOf = (width: number, height: number, { bits, channels }: Layout) =>
  Math.ceil(width * channels * (bits / 8)) * height;

async function packedZeros(bytes: number): Promise<Buffer> {
  const zeros = function* () {
    const piece = Buffer.alloc(4 * MB);
    for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, left);
  };
  const packing = Readable.from(zeros()).pipe(createDeflate({ level: constants.Z_BEST_SPEED }));
  return Buffer.concat((await packing.toArray()) as Buffer[]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

type Png = Layout & { width: number; height: number; isInterlaced?: boolean; extra?: Buffer[] };

/** A black PNG; `extra` chunks go before the pixels. */
async function png({ width, height, isInterlaced = false, extra = [], ...layout }: Png) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([layout.bits, layout.channels === 4 ? 6 : 2, 0, 0, Number(isInterlaced)], 8);
  // The seven passes of an interlaced PNG have a filter byte per line: 15/8 of the height.
  const filters = isInterlaced ? height * 2 : height;
  const pixels = await packedZeros(bytesOf(width, height, layout) + filters);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Tiff = Layout & {
  width: number;
  height: number;
  /** Lines per strip; all strips share their bytes. */
  lines: number;
  isFloat?: boolean;
};

/** A black Deflate-compressed TIFF whose strips all point to the same bytes. */
async function tiff({ width, height, lines, isFloat = false, bits, channels }: Tiff) {
  const strip = await packedZeros(bytesOf(width, lines, { bits, channels }));
  const count = Math.ceil(height / lines);
  const arrays = [Array<number>(count).fill(8), Array<number>(count).fill(strip.length)];
  const values = Buffer.from(Uint32Array.from(arrays.flat()).buffer);
  const start = 8 + strip.length;
  const list = (which: number) =>
    count > 1 ? start + which * count * 4 : (arrays[which]?.[0] ?? 0);
  const tags: [tag: number, type: number, count: number, value: number][] = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 1, bits],
    [259, 3, 1, 8],
    [262, 3, 1, channels > 2 ? 2 : 1],
    [273, 4, count, list(0)],
    [277, 3, 1, channels],
    [278, 4, 1, lines],
    [279, 4, count, list(1)],
    [339, 3, 1, isFloat ? 3 : 1],
  ];
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length);
  tags.forEach(([tag, type, number, value], index) => {
    directory.writeUInt16LE(tag, 2 + index * 12);
    directory.writeUInt16LE(type, 4 + index * 12);
    directory.writeUInt32LE(number, 6 + index * 12);
    directory.writeUInt32LE(value, 10 + index * 12);
  });
  const header = Buffer.alloc(8);
  header.write('II*\0', 'latin1');
  header.writeUInt32LE(start + values.length, 4);
  return Buffer.concat([header, strip, values, directory]);
}

async function manyPages(count: number) {
  const page = await tiff({ width: 64, height: 64, lines: 64, bits: 8, channels: 1 });
  const directory = page.subarray(page.readUInt32LE(4));
  const pages = Array.from({ length: count }, (_, index) => {
    const copy = Buffer.from(directory);
    if (index < count - 1) {
      copy.writeUInt32LE(page.length + (index + 1) * copy.length, copy.length - 4);
    }
    return copy;
  });
  const first = Buffer.from(page);
  first.writeUInt32LE(page.length, 4);
  return Buffer.concat([first, ...pages]);
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123' }, limitInputPixels: false });

/** Inserts segments after the start of a JPEG. */
function withSegments(jpeg: Buffer, marker: number, contents: Buffer[]): Buffer {
  const segments = contents.map((content) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Repeats the last refinement scan. */
function manyScans(jpeg: Buffer, count: number): Buffer {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array<Buffer>(count).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function manyFrames(gif: Buffer, count: number): Buffer {
  const frame = gif.subarray(gif.indexOf(Buffer.from([0x21, 0xf9, 4])), -1);
  return Buffer.concat([
    gif.subarray(0, -1),
    ...Array<Buffer>(count).fill(frame),
    gif.subarray(-1),
  ]);
}

const zeroText = async () => Buffer.concat([Buffer.from('a\0\0'), await packedZeros(100 * MB)]);
const xmpName = Buffer.from('http://ns.adobe.com/xap/1.0/\0');

const PICTURES: Record<string, () => Promise<Buffer>> = {
  'interlaced.png': () => png({ ...RGBA16, width: SIDE, height: SIDE, isInterlaced: true }),
  'interlaced-rgb.png': () => png({ ...RGB, width: 12_000, height: 12_000, isInterlaced: true }),
  'plain.png': () => png({ ...RGB, width: SIDE, height: SIDE }),
  'deep.png': () => png({ ...RGBA16, width: SIDE, height: 8000 }),
  'too-large.png': () => png({ ...RGB, width: 20_000, height: 14_000 }),
  'texts.png': async () => {
    const extra = Array<Buffer>(20).fill(chunk('zTXt', await zeroText()));
    return png({ ...RGB, width: 64, height: 64, extra });
  },
  'profile.png': async () => {
    const extra = [
      chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), await packedZeros(1000 * MB)])),
    ];
    return png({ ...RGB, width: 64, height: 64, extra });
  },
  'progressive.jpg': () => blank(SIDE, SIDE).jpeg({ progressive: true }).toBuffer(),
  'progressive-444.jpg': () =>
    blank(12_000, 9000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'scans.jpg': async () =>
    manyScans(await blank(4000, 4000).jpeg({ progressive: true }).toBuffer(), 3000),
  'segments.jpg': async () =>
    withSegments(
      await jpegPhoto(),
      0xe1,
      Array<Buffer>(2800).fill(Buffer.alloc(65_000, 'Exif\0\0')),
    ),
  'deep-xmp.jpg': async () =>
    withSegments(await jpegPhoto(), 0xe1, [Buffer.concat([xmpName, Buffer.alloc(60_000, '<a>')])]),
  'still.webp': () => blank(SIDE, SIDE).webp({ lossless: true, effort: 0 }).toBuffer(),
  'still.avif': () => blank(8192, 8192).avif({ effort: 0 }).toBuffer(),
  'frames.gif': async () => manyFrames(await blank(4000, 4000).gif().toBuffer(), 500),
  'one-strip.tif': () => tiff({ ...RGB, width: SIDE, height: SIDE, lines: SIDE }),
  'one-deep-strip.tif': () => tiff({ ...RGBA16, width: SIDE, height: SIDE, lines: SIDE }),
  'gigapixels.tif': () => tiff({ ...RGB, width: 200_000, height: 200_000, lines: 1 }),
  'heights.tif': () =>
    tiff({ bits: 32, channels: 1, isFloat: true, width: 20_000, height: 20_000, lines: 20_000 }),
  'pages.tif': () => manyPages(20_000),
};

/** A Word document with one part that unpacks to a gigabyte (APPNOTE.TXT, 4.3.7 and 4.3.16). */
function packedDocument(): Buffer {
  const name = Buffer.from('[Content_Types].xml');
  const packed = deflateSync(Buffer.alloc(1000 * MB), { level: 9 }).subarray(2, -4);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(1000 * MB, 18);
  fields.writeUInt16LE(name.length, 22);
  const end = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed, end]);
}

/** A video whose index claims four billion samples (ISO/IEC 14496-12, 8.7.3.2). */
function filmOfManySamples(folder: string): Buffer {
  const path = join(folder, 'source.mp4');
  film(path, 'color=s=320x240:r=10:d=1', ['-c:v', 'libx264']);
  const bytes = readFileSync(path);
  bytes.writeUInt32BE(0xff_ff_ff_f0, bytes.indexOf('stsz', 0, 'latin1') + 12);
  return bytes;
}

function film(path: string, source: string, output: string[]) {
  const quiet = ['-nostdin', '-v', 'error', '-y'];
  execFileSync('ffmpeg', [...quiet, '-f', 'lavfi', '-i', source, ...output, path]);
}

/** Writes 20 pictures, two videos, and a document. Returns their names. */
export async function makeHostileFiles(folder: string): Promise<string[]> {
  for (const [name, make] of Object.entries(PICTURES)) {
    writeFileSync(join(folder, name), await make());
  }
  film(join(folder, 'huge.avi'), 'color=s=16000x16000:r=1:d=1', ['-c:v', 'mjpeg']);
  writeFileSync(join(folder, 'samples.mp4'), filmOfManySamples(folder));
  writeFileSync(join(folder, 'packed.docx'), packedDocument());
  return [...Object.keys(PICTURES), 'huge.avi', 'samples.mp4', 'packed.docx'];
}
