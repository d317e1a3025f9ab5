import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ascii, directory, double, type Field, long, short, tiffHead } from './tiff-directory.ts';

/** Rows start in the north; bands are interleaved. */
export type Grid = {
  width: number;
  height: number;
  bands: number;
  values: Float32Array | Uint16Array | Uint8Array;
};

/** The EPSG code of a projection in meters, the northwest corner, and meters per pixel. */
export type Georeference = { epsg: number; west: number; north: number; pixel: number };

const TILE = 256;
const DEFLATE = 8;
const JPEG = 7;

/**
 * Returns a tiled GeoTIFF 1.1 with overviews down to one tile and all directories at the start. 8-bit colors are stored
 * as JPEG (4:2:0), other values losslessly (deflate). `nodata` is stored in GDAL's tag. Overviews, like the values, are
 * rounded to multiples of `step` to compress better.
 */
export async function geotiff(
  grid: Grid,
  reference: Georeference,
  options: { quality: number; nodata?: number; step?: number },
): Promise<Buffer> {
  const levels = [grid];
  for (let level = grid; Math.max(level.width, level.height) > TILE;) {
    level = halved(level, options.step);
    levels.push(level);
  }
  const tiles = await Promise.all(levels.map((level) => tilesOf(level, options.quality)));
  const fields = (index: number, offsets: readonly number[]) => [
    ...shapeOf(levels[index] ?? grid, index > 0, tiles[index] ?? [], offsets),
    ...(index === 0 ? placeOf(reference, options.nodata) : []),
  ];
  const write = (offsets: readonly (readonly number[])[]) => {
    let at = tiffHead().length;
    const parts = levels.map((_, index) => {
      const part = directory(fields(index, offsets[index] ?? []), at, index + 1 < levels.length);
      at += part.length;
      return part;
    });
    return Buffer.concat([tiffHead(), ...parts]);
  };
  const blank = tiles.map((list) => list.map(() => 0));
  let end = write(blank).length;
  const offsets = tiles.map((list) =>
    list.map((tile) => {
      end += tile.length;
      return end - tile.length;
    }),
  );
  return Buffer.concat([write(offsets), ...tiles.flat()]);
}

function shapeOf(
  { width, height, bands, values }: Grid,
  isReduced: boolean,
  tiles: readonly Buffer[],
  offsets: readonly number[],
): Field[] {
  const isColor = values instanceof Uint8Array && bands === 3;
  const bits = values.BYTES_PER_ELEMENT * 8;
  const each = (value: number) => Array.from({ length: bands }, () => value);
  return [
    long(254, isReduced ? 1 : 0),
    long(256, width),
    long(257, height),
    short(258, ...each(bits)),
    short(259, isColor ? JPEG : DEFLATE),
    short(262, isColor ? 6 : 1),
    short(277, bands),
    short(284, 1),
    long(322, TILE),
    long(323, TILE),
    long(324, ...offsets),
    long(325, ...tiles.map(({ length }) => length)),
    ...(isColor || bands === 1 ? [] : [short(338, ...each(0).slice(1))]),
    short(339, ...each(values instanceof Float32Array ? 3 : 1)),
    ...(isColor ? [short(530, 2, 2)] : []),
  ];
}

/** Tags and keys of OGC 19-008: projected system, pixel is area, lengths in meters. */
function placeOf({ epsg, west, north, pixel }: Georeference, nodata: number | undefined): Field[] {
  const keys = [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg, 3076, 0, 1, 9001];
  return [
    double(33_550, pixel, pixel, 0),
    double(33_922, 0, 0, 0, west, north, 0),
    short(34_735, 1, 1, 1, keys.length / 4, ...keys),
    ...(nodata === undefined ? [] : [ascii(42_113, String(nodata))]),
  ];
}

async function tilesOf(grid: Grid, quality: number): Promise<Buffer[]> {
  const tiles: Promise<Buffer>[] = [];
  for (let top = 0; top < grid.height; top += TILE) {
    for (let left = 0; left < grid.width; left += TILE)
      tiles.push(tileOf(grid, left, top, quality));
  }
  return Promise.all(tiles);
}

/** Returns a full tile; beyond the edge, the last pixel is repeated. */
async function tileOf(grid: Grid, left: number, top: number, quality: number): Promise<Buffer> {
  const { width, height, bands, values } = grid;
  const tile = new (values.constructor as Float32ArrayConstructor)(TILE * TILE * bands);
  for (let y = 0; y < TILE; y++) {
    const row = Math.min(height - 1, top + y) * width;
    for (let x = 0; x < TILE; x++) {
      const from = (row + Math.min(width - 1, left + x)) * bands;
      for (let band = 0; band < bands; band++)
        tile[(y * TILE + x) * bands + band] = values[from + band] ?? 0;
    }
  }
  const packed = Buffer.from(tile.buffer);
  if (!(values instanceof Uint8Array) || bands !== 3) return deflateSync(packed, { level: 9 });
  const picture = sharp(packed, { raw: { width: TILE, height: TILE, channels: 3 } });
  // Like `mozjpeg: true` except for scans, because tiles can't be progressive.
  const careful = { trellisQuantisation: true, overshootDeringing: true, quantisationTable: 3 };
  return picture.jpeg({ quality, ...careful }).toBuffer();
}

/** Halves the size; each pixel is the mean of four. */
function halved({ width, height, bands, values }: Grid, step?: number): Grid {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const mean = new (values.constructor as Float32ArrayConstructor)(across * down * bands);
  const at = (x: number, y: number, band: number) =>
    values[(Math.min(height - 1, y) * width + Math.min(width - 1, x)) * bands + band] ?? 0;
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      for (let band = 0; band < bands; band++) {
        const [u, v] = [x * 2, y * 2];
        const sum =
          at(u, v, band) + at(u + 1, v, band) + at(u, v + 1, band) + at(u + 1, v + 1, band);
        mean[(y * across + x) * bands + band] = step ? Math.round(sum / 4 / step) * step : sum / 4;
      }
    }
  }
  return { width: across, height: down, bands, values: mean };
}
