import type { GeoTIFF } from 'geotiff';
import { type RasterPosition, NO_POSITION } from '#domain/raster-place.ts';

const sourceOf = (file: Blob): Parameters<typeof GeoTIFF.fromSource>[0] => {
  const read = ({ offset, length }: { offset: number; length: number }) =>
    file.slice(offset, offset + length).arrayBuffer();
  return {
    fetch: (slices) => Promise.all(slices.map(read)),
    fetchSlice: async (slice) => ({ ...slice, data: await read(slice) }),
    fileSize: file.size,
    close: async () => {},
  };
};

/** The first `most` numbers of a tag; null if any of them isn't finite. */
function numbersOf(value: ArrayLike<number> | undefined, most: number): number[] | null {
  const numbers = value ? Array.from(value).slice(0, most) : null;
  return numbers?.every(Number.isFinite) ? numbers : null;
}

/**
 * The location tags of a TIFF or BigTIFF. Reads only the first directory. The library is loaded with the first TIFF.
 * Null if the file is damaged or not a TIFF.
 */
export async function readRaster(file: Blob): Promise<RasterPosition | null> {
  const { GeoTIFF } = await import('geotiff');
  try {
    const image = await (await GeoTIFF.fromSource(sourceOf(file))).getImage(0);
    const { fileDirectory: tags } = image;
    return {
      ...NO_POSITION,
      width: image.getWidth(),
      height: image.getHeight(),
      scale: numbersOf(tags.getValue('ModelPixelScale'), 3),
      tiepoint: numbersOf(tags.getValue('ModelTiepoint'), 6),
      transformation: numbersOf(tags.getValue('ModelTransformation'), 16),
      keys: keysOf(image.getGeoKeys() ?? {}),
    };
  } catch {
    return null;
  }
}

/**
 * For a picture with a world file. The picture is assumed to be square, because its shape barely affects where its
 * center is.
 */
export const positionOfPicture = (pixels: number | null): RasterPosition => {
  const side = Math.round(Math.sqrt(pixels ?? 0));
  return { ...NO_POSITION, width: side, height: side };
};

export const isGeoreferenced = (raster: RasterPosition): boolean =>
  [raster.scale, raster.tiepoint, raster.transformation].some((tag) => tag !== null) ||
  Object.keys(raster.keys).length > 0;

/** Longer values are truncated; they can't be location keys. */
const MAX_KEY_LENGTH = 100;

function keysOf(keys: Readonly<Record<string, unknown>>): RasterPosition['keys'] {
  const found: RasterPosition['keys'] = {};
  for (const [name, value] of Object.entries(keys)) {
    if (typeof value === 'string') found[name] = value.slice(0, MAX_KEY_LENGTH);
    else if (typeof value === 'number' && Number.isFinite(value)) found[name] = value;
    else if (ArrayBuffer.isView(value)) {
      const numbers = numbersOf(value as Float64Array, MAX_KEY_LENGTH);
      if (numbers) found[name] = numbers;
    }
  }
  return found;
}
