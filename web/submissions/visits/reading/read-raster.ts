import type { GeoTIFF } from 'geotiff';
import { type RasterPosition, UNPLACED } from '#domain/raster-place.ts';

/** Reads the parts that the library asks for, and no more. */
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

/** The first `most` numbers of a tag; null where one is none. */
function numbersOf(value: ArrayLike<number> | undefined, most: number): number[] | null {
  const numbers = value ? Array.from(value).slice(0, most) : null;
  return numbers?.every(Number.isFinite) ? numbers : null;
}

/**
 * What a TIFF, also a BigTIFF, says of where its pixels are. Reads its first directory alone, with a library that is
 * loaded with the first TIFF of a card. Null for a file that is no TIFF, or damaged.
 */
export async function readRaster(file: Blob): Promise<RasterPosition | null> {
  const { GeoTIFF } = await import('geotiff');
  try {
    const image = await (await GeoTIFF.fromSource(sourceOf(file))).getImage(0);
    const { fileDirectory: tags } = image;
    return {
      ...UNPLACED,
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

/** A picture of so many pixels next to a world file. Of which shape it is makes little difference to its middle. */
export const pictureOf = (pixels: number | null): RasterPosition => {
  const side = Math.round(Math.sqrt(pixels ?? 0));
  return { ...UNPLACED, width: side, height: side };
};

/** Whether a TIFF says itself where it is, or could by the files next to it. */
export const isGeoreferenced = (raster: RasterPosition): boolean =>
  [raster.scale, raster.tiepoint, raster.transformation].some((tag) => tag !== null) ||
  Object.keys(raster.keys).length > 0;

/** More is in no key that says where something is. */
const MOST_OF_KEY = 100;

function keysOf(keys: Readonly<Record<string, unknown>>): RasterPosition['keys'] {
  const found: RasterPosition['keys'] = {};
  for (const [name, value] of Object.entries(keys)) {
    if (typeof value === 'string') found[name] = value.slice(0, MOST_OF_KEY);
    else if (typeof value === 'number' && Number.isFinite(value)) found[name] = value;
    else if (ArrayBuffer.isView(value)) {
      const numbers = numbersOf(value as Float64Array, MOST_OF_KEY);
      if (numbers) found[name] = numbers;
    }
  }
  return found;
}
