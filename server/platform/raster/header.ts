import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { sharp } from '../sharp.ts';
import { affineOfTags } from './affine-tags.ts';
import { systemOfKeys, type CoordinateSystem } from './coordinate-system.ts';
import type { Affine } from './georeference.ts';

export type RasterHeader = {
  width: number;
  height: number;
  /** Number of bands, not counting alpha. */
  bands: number;
  alpha: number | null;
  bits: number;
  samples: 'unsigned' | 'signed' | 'float';
  hasPalette: boolean;
  isTiled: boolean;
  isPlanar: boolean;
  nodata: number | null;
  /** Index of the directory with GDAL's mask. */
  maskPage: number | null;
  /** GDAL's names of the bands, in lowercase: "red", "nir", "temperature". */
  names: string[];
  scale: number;
  offset: number;
  affine: Affine | null;
  system: CoordinateSystem | null;
  unknownEpsg: number | null;
  /** EPSG code of the height unit; 9001 is meters. */
  verticalUnit: number | null;
};

const POINT = 2;
const PALETTE = 3;
const PLANAR = 2;
const [MASK, REDUCED] = [4, 1];
const ALPHA_SAMPLES = [1, 2];
const FORMATS = { 1: 'unsigned', 2: 'signed', 3: 'float' } as const;

export async function readRasterHeader(path: string): Promise<RasterHeader> {
  const { format, width, height, channels, hasAlpha } = await formatOf(path);
  if (format === 'tiff') return tiffHeader(path);
  const bands = channels - (hasAlpha ? 1 : 0);
  return { ...DEFAULT_HEADER, width, height, bands, alpha: hasAlpha ? bands : null };
}

export const DEFAULT_HEADER = {
  bits: 8,
  samples: 'unsigned',
  hasPalette: false,
  isTiled: false,
  isPlanar: false,
  nodata: null,
  maskPage: null,
  names: [] as string[],
  scale: 1,
  offset: 0,
  affine: null,
  system: null,
  unknownEpsg: null,
  verticalUnit: null,
} as const;

/** sharp rejects some TIFFs that the geotiff package can read. */
async function formatOf(path: string) {
  const picture = sharp(path, { limitInputPixels: false });
  return picture.metadata().catch((error: unknown) => {
    if (/tiff/i.test(String(error))) {
      return { format: 'tiff', width: 0, height: 0, channels: 0, hasAlpha: false };
    }
    throw error;
  });
}

async function tiffHeader(path: string): Promise<RasterHeader> {
  const tiff = await fromFile(path);
  try {
    const image = await tiff.getImage(0);
    return { ...(await shapeOf(image)), ...placeOf(image), maskPage: await maskPageOf(tiff) };
  } finally {
    await tiff.close();
  }
}

async function shapeOf(image: GeoTIFFImage) {
  const { fileDirectory: tags } = image;
  const samples = image.getSamplesPerPixel();
  const extra = await listOf(tags.loadValue('ExtraSamples'));
  const at = extra.findIndex((kind) => ALPHA_SAMPLES.includes(kind));
  const alpha = at < 0 ? null : samples - extra.length + at;
  const notes = notesOn(String((await tags.loadValue('GDAL_METADATA')) ?? ''));
  const noteOf = (band: number, name: string) => notes.get(`${band} ${name}`);
  return {
    width: image.getWidth(),
    height: image.getHeight(),
    bands: samples - (alpha === null ? 0 : 1),
    alpha,
    bits: image.getBitsPerSample(0),
    samples: FORMATS[image.getSampleFormat(0) as 1 | 2 | 3] ?? 'unsigned',
    hasPalette: (await tags.loadValue('PhotometricInterpretation')) === PALETTE,
    isTiled: image.isTiled,
    isPlanar: samples > 1 && (await tags.loadValue('PlanarConfiguration')) === PLANAR,
    nodata: image.getGDALNoData(),
    names: Array.from({ length: samples }, (_, band) =>
      `${noteOf(band, 'description') ?? noteOf(band, 'bandname') ?? ''} ${noteOf(band, 'unittype') ?? ''}`.trim(),
    ),
    scale: Number(noteOf(0, 'scale') ?? 1) || 1,
    offset: Number(noteOf(0, 'offset') ?? 0) || 0,
  };
}

const listOf = async (value: Promise<unknown>): Promise<number[]> => {
  const list = await value;
  return list === undefined ? [] : [...(list as Iterable<number>)];
};

function notesOn(xml: string): Map<string, string> {
  const items = xml.toLowerCase().matchAll(/<item ([^>]*)>([^<]*)<\/item>/g);
  const notes = [...items].map(([, about = '', value = '']): [string, string] => {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(about)?.[1] ?? '';
    return [`${attribute('sample')} ${attribute('name')}`, value.trim()];
  });
  return new Map(notes);
}

function placeOf(image: GeoTIFFImage) {
  const keys = image.getGeoKeys() ?? {};
  const system = systemOfKeys(keys);
  const code: unknown = keys.ProjectedCSTypeGeoKey ?? keys.GeographicTypeGeoKey;
  return {
    affine: affineOfTags({
      scale: image.fileDirectory.getValue('ModelPixelScale'),
      tiepoint: image.fileDirectory.getValue('ModelTiepoint'),
      transformation: image.fileDirectory.getValue('ModelTransformation'),
      // If undefined, pixels are areas, as in GDAL.
      isPoint: keys.GTRasterTypeGeoKey === POINT,
    }),
    system,
    unknownEpsg: !system && typeof code === 'number' ? code : null,
    verticalUnit: typeof keys.VerticalUnitsGeoKey === 'number' ? keys.VerticalUnitsGeoKey : null,
  };
}

async function maskPageOf(tiff: GeoTIFF): Promise<number | null> {
  const pages = await tiff.getImageCount();
  for (let page = 1; page < pages; page++) {
    const { fileDirectory: tags } = await tiff.getImage(page);
    const kind = (await tags.loadValue('NewSubfileType')) ?? 0;
    if ((kind & MASK) !== 0 && (kind & REDUCED) === 0) return page;
  }
  return null;
}
