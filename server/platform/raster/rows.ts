import { join } from 'node:path';
import { fromFile } from 'geotiff';
import { sharp } from '../sharp.ts';
import type { RasterHeader } from './header.ts';

const MAX_PIXELS = 16e6;
const TILE_SIDE = 256;

export type Rows = {
  /** Bands are interleaved: `values[pixel * count + band]`. */
  read(top: number, height: number): Promise<Float32Array | Buffer>;
  count: number;
  close(): Promise<void>;
};

export type ReadTolerantly = <T>(read: (failOn: 'warning' | 'error') => Promise<T>) => Promise<T>;

export const rowsAtOnce = (width: number) =>
  Math.max(
    TILE_SIDE,
    Math.floor(Math.min(2 * TILE_SIDE, MAX_PIXELS / width) / TILE_SIDE) * TILE_SIDE,
  );

function isExactInSharp({ bands, alpha, bits, samples, isPlanar }: RasterHeader): boolean {
  if (isPlanar) return false;
  // Signed 8-bit and 16-bit values would lose everything below zero.
  const isExact = bits === 32 || (bits <= 16 && samples === 'unsigned');
  return bands === 1 && alpha === null ? isExact : samples === 'unsigned' && bits === 16;
}

export type Source = {
  path: string;
  folder: string;
  header: RasterHeader;
  tolerantly: ReadTolerantly;
};

const bandsIn = ({ bands, alpha }: RasterHeader) => bands + (alpha === null ? 0 : 1);

/** Opens a raster's measurements. Files stored in strips are rewritten as tiles first. */
export async function openValues(source: Source): Promise<Rows> {
  const { header } = source;
  const isKnown = isExactInSharp(header) && (await isDecoded(source));
  if (!isKnown) return openWithGeotiff(source);
  const space = header.bits === 16 ? 'grey16' : 'b-w';
  const rows = await openPicture(source, space, 'float');
  // Otherwise, sharp has merged RGB into one gray band.
  if (rows.count === bandsIn(header)) return rows;
  await rows.close();
  return openWithGeotiff(source);
}

export const openColors = (source: Source): Promise<Rows> => openPicture(source, 'srgb', 'uchar');

async function isDecoded({ path }: Source): Promise<boolean> {
  const first = sharp(path, { limitInputPixels: false }).extract({
    left: 0,
    top: 0,
    width: 1,
    height: 1,
  });
  return first
    .raw()
    .toBuffer()
    .then(
      () => true,
      (error: unknown) =>
        !/compression support is not configured|samples out of range/.test(String(error)),
    );
}

async function openPicture(
  { path, folder, header, tolerantly }: Source,
  space: string,
  depth: 'float' | 'uchar',
): Promise<Rows> {
  const { width, isTiled } = header;
  const tiled = isTiled ? path : join(folder, 'tiled.tif');
  if (!isTiled) {
    await tolerantly((failOn) =>
      sharp(path, { limitInputPixels: false, sequentialRead: true, failOn })
        .toColourspace(space)
        .tiff({
          tile: true,
          tileWidth: TILE_SIDE,
          tileHeight: TILE_SIDE,
          compression: 'none',
          bigtiff: true,
        })
        .toFile(tiled),
    );
  }
  const read = (top: number, height: number) =>
    tolerantly((failOn) =>
      sharp(tiled, { limitInputPixels: false, failOn })
        .extract({ left: 0, top, width, height })
        .toColourspace(space)
        .raw({ depth })
        .toBuffer({ resolveWithObject: true }),
    );
  const { info } = await read(0, 1);
  return {
    count: info.channels,
    async read(top, height) {
      const { data } = await read(top, height);
      return depth === 'uchar'
        ? data
        : new Float32Array(data.buffer, data.byteOffset, data.length / 4);
    },
    close: async () => {},
  };
}

/** The geotiff package supports more compressions and sample types, but is far slower. */
async function openWithGeotiff({ path, header }: Source): Promise<Rows> {
  const tiff = await fromFile(path);
  const image = await tiff.getImage(0);
  const count = bandsIn(header);
  return {
    count,
    async read(top, height) {
      const window = [0, top, header.width, top + height];
      const values = await image.readRasters({ window, interleave: true });
      return Float32Array.from(values as unknown as ArrayLike<number>);
    },
    close: async () => void (await tiff.close()),
  };
}

export async function openMask({ path, header }: Source): Promise<Rows | null> {
  const { maskPage, width } = header;
  if (maskPage === null) return null;
  const tiff = await fromFile(path);
  const image = await tiff.getImage(maskPage);
  return {
    count: 1,
    async read(top, height) {
      const [band] = (await image.readRasters({
        window: [0, top, width, top + height],
      })) as unknown as [Uint8Array];
      return Buffer.from(band.buffer, band.byteOffset, band.byteLength);
    },
    close: async () => void (await tiff.close()),
  };
}
