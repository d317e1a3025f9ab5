import { open, readFile } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';
import { readImageHeader } from './image-header.ts';
import { unsupportedPicture } from './picture-error.ts';
import { checkDecodedBytes, checkPhotoPixels } from './picture-size.ts';
import { sharp } from '../sharp.ts';

const DECODER_MISSING = 'This server cannot show HEIC photos.';

/**
 * Writes an upright 8-bit TIFF with the color profile, which the decoder ignores. Throws FILE_DAMAGED,
 * PICTURE_TOO_LARGE, or FILE_TYPE_NOT_SUPPORTED without a decoder.
 */
export async function heicAsTiff(
  path: string,
  target: string,
  mostBytes = Infinity,
): Promise<void> {
  const header = await readImageHeader(path);
  checkPhotoPixels(header);
  checkDecodedBytes(header.decodedBytes, mostBytes);
  const decoder = await loadDecoder();
  const { icc = Buffer.alloc(0) } = await sharp(path, { limitInputPixels: false }).metadata();
  const images = new decoder.HeifDecoder().decode(await readFile(path));
  const main = images.find((image) => image.is_primary()) ?? images[0];
  const decoded =
    main &&
    (await decoder.heif_js_decode_image2(
      main.handle,
      decoder.heif_colorspace.heif_colorspace_RGB,
      decoder.heif_chroma.heif_chroma_interleaved_RGB,
    ));
  const { heif_channel_interleaved: interleaved } = decoder.heif_channel;
  const pixels = decoded?.channels?.find(({ id }) => id === interleaved);
  if (!decoded || !pixels) {
    throw new AppError('FILE_DAMAGED', 'The image is damaged: it cannot be read.');
  }
  try {
    await writeTiff(target, pixels, icc);
  } finally {
    decoder.heif_image_release(decoded.image);
  }
}

/** Optional: HEVC is patented, and an operator may leave its decoder out. */
async function loadDecoder() {
  try {
    return (await import('libheif-js/wasm-bundle.js')).default;
  } catch (cause) {
    throw unsupportedPicture(cause, DECODER_MISSING);
  }
}

type Pixels = { width: number; height: number; stride: number; data: Uint8Array };

async function writeTiff(path: string, { width, height, stride, data }: Pixels, icc: Buffer) {
  const file = await open(path, 'w');
  try {
    await file.write(tiffHead(width, height, icc));
    const rows = Math.max(1, Math.floor(MAX_BATCH_BYTES / (width * 3)));
    for (let first = 0; first < height; first += rows) {
      const block = Array.from({ length: Math.min(rows, height - first) }, (_, row) =>
        data.subarray((first + row) * stride, (first + row) * stride + width * 3),
      );
      await file.write(Buffer.concat(block));
    }
  } finally {
    await file.close();
  }
}

const MAX_BATCH_BYTES = 1e6;
const [SHORT, LONG, UNDEFINED] = [3, 4, 7];

/** Header of an RGB TIFF with one strip and a color profile (TIFF 6.0, section 6; ICC.1, B.4). */
function tiffHead(width: number, height: number, icc: Buffer): Buffer {
  const entries = (bits: number, profile: number) => [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 3, bits],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, 1, profile + icc.length],
    [277, SHORT, 1, 3],
    [278, LONG, 1, height],
    [279, LONG, 1, width * height * 3],
    ...(icc.length > 0 ? [[34675, UNDEFINED, icc.length, profile]] : []),
  ];
  const bits = 8 + 2 + entries(0, 0).length * 12 + 4;
  const head = Buffer.alloc(bits + 6);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  const directory = entries(bits, bits + 6);
  head.writeUInt16LE(directory.length, 8);
  for (const [index, [tag = 0, type = 0, count = 0, value = 0]] of directory.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  for (const sample of [0, 2, 4]) head.writeUInt16LE(8, bits + sample);
  return Buffer.concat([head, icc]);
}
