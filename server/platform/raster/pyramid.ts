import { sharp } from '../sharp.ts';

/** Width and height of a level of a pyramid. */
export type Level = readonly [width: number, height: number];

/**
 * Tiles in BigTIFF, level upon level of half the size, a map's tile a side: one of a map touches about five, half of
 * the pixels that those of 512 would have. Of a picture far smaller than its tile nothing is read.
 */
const TILED = {
  tile: true,
  tileWidth: 256,
  tileHeight: 256,
  pyramid: true,
  bigtiff: true,
} as const;
const QUALITY = 78;

type Opened = { path: string; failOn: 'warning' | 'error' };

const open = ({ path, failOn }: Opened) =>
  sharp(path, { limitInputPixels: false, sequentialRead: true, failOn });

/**
 * Writes colors as a pyramid of JPEG tiles. Where a raster is transparent they are mixed with black, so that
 * a color divided by its mask has no dark rim. Rejects with what the decoder says.
 */
export async function writeColors(
  source: Opened & { keepsAlpha: boolean },
  out: string,
): Promise<void> {
  // A band that is no alpha, such as near infrared, is left out.
  const colors = source.keepsAlpha
    ? open(source).flatten({ background: '#000' })
    : open(source).removeAlpha();
  await colors
    .toColourspace('srgb')
    .tiff({ ...TILED, compression: 'jpeg', quality: QUALITY })
    .toFile(out);
}

/** Writes the transparency of a raster as a pyramid of the same levels, from 0 (nothing there) to 255. */
export async function writeMask(source: Opened, channel: number, out: string): Promise<void> {
  const mask = open(source)
    .extractChannel(channel as 3)
    .toColourspace('b-w');
  await mask.tiff({ ...TILED, compression: 'deflate' }).toFile(out);
}

/** Sizes of the levels of a pyramid, the largest first. */
export async function levelsOf(path: string): Promise<Level[]> {
  const { pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  const levels: Level[] = [];
  for (let page = 0; page < pages; page++) {
    const { width, height } = await sharp(path, { page, limitInputPixels: false }).metadata();
    levels.push([width, height]);
  }
  return levels;
}

export type Box = { left: number; top: number; width: number; height: number };

/** Pixels of a part of a level of colors, three bytes each. */
export const readColors = (path: string, page: number, box: Box): Promise<Buffer> =>
  sharp(path, { page, limitInputPixels: false })
    .extract(box)
    .toColourspace('srgb')
    .raw()
    .toBuffer();

/** Pixels of a part of a level of a mask, a byte each. */
export const readMask = (path: string, page: number, box: Box): Promise<Buffer> =>
  sharp(path, { page, limitInputPixels: false }).extract(box).toColourspace('b-w').raw().toBuffer();

/** Values of a part of a level, exactly; NaN where nothing was measured. */
export async function readValues(path: string, page: number, box: Box): Promise<Float32Array> {
  const { buffer, byteOffset } = await sharp(path, { page, limitInputPixels: false })
    .extract(box)
    .toColourspace('b-w')
    .raw({ depth: 'float' })
    .toBuffer();
  return new Float32Array(buffer, byteOffset, box.width * box.height);
}
