import { sharp } from '../sharp.ts';

export type Level = readonly [width: number, height: number];

/**
 * Tiles are as large as map tiles: a map tile touches about five, and so half as many pixels as with 512-pixel tiles.
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

/** Blends colors with black where transparent, so that dividing by the mask leaves no dark rim. */
export async function writeColors(
  source: Opened & { keepsAlpha: boolean },
  out: string,
): Promise<void> {
  // Leaves out bands that aren't alpha, such as near infrared.
  const colors = source.keepsAlpha
    ? open(source).flatten({ background: '#000' })
    : open(source).removeAlpha();
  await colors
    .toColourspace('srgb')
    .tiff({ ...TILED, compression: 'jpeg', quality: QUALITY })
    .toFile(out);
}

/** The mask has the same levels as the colors; 0 is transparent. */
export async function writeMask(source: Opened, channel: number, out: string): Promise<void> {
  const mask = open(source)
    .extractChannel(channel as 3)
    .toColourspace('b-w');
  await mask.tiff({ ...TILED, compression: 'deflate' }).toFile(out);
}

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

export const readColors = (path: string, page: number, box: Box): Promise<Buffer> =>
  sharp(path, { page, limitInputPixels: false })
    .extract(box)
    .toColourspace('srgb')
    .raw()
    .toBuffer();

export const readMask = (path: string, page: number, box: Box): Promise<Buffer> =>
  sharp(path, { page, limitInputPixels: false }).extract(box).toColourspace('b-w').raw().toBuffer();

/** NaN where nothing was measured. */
export async function readValues(path: string, page: number, box: Box): Promise<Float32Array> {
  const { buffer, byteOffset } = await sharp(path, { page, limitInputPixels: false })
    .extract(box)
    .toColourspace('b-w')
    .raw({ depth: 'float' })
    .toBuffer();
  return new Float32Array(buffer, byteOffset, box.width * box.height);
}
