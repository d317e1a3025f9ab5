import type { GeoTIFF } from 'geotiff';
import type { RasterPosition } from '#domain/raster-place.ts';

const UNPLACED: RasterPosition = {
  width: 0,
  height: 0,
  scale: null,
  tiepoint: null,
  transformation: null,
  keys: {},
  worldFile: null,
  projection: null,
};

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

const listOf = (value: ArrayLike<number> | undefined) => (value ? Array.from(value) : null);

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
      scale: listOf(tags.getValue('ModelPixelScale')),
      tiepoint: listOf(tags.getValue('ModelTiepoint')),
      transformation: listOf(tags.getValue('ModelTransformation')),
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
export const isGeoreferenced = ({ scale, transformation, keys }: RasterPosition): boolean =>
  scale !== null || transformation !== null || Object.keys(keys).length > 0;

function keysOf(keys: Readonly<Record<string, unknown>>): RasterPosition['keys'] {
  const found: RasterPosition['keys'] = {};
  for (const [name, value] of Object.entries(keys)) {
    if (typeof value === 'number' || typeof value === 'string') found[name] = value;
    else if (ArrayBuffer.isView(value)) found[name] = Array.from(value as Float64Array);
  }
  return found;
}
