import type { RasterType } from '#domain/rasters.ts';
import type { RasterHeader } from './header.ts';

export type Reading = { as: 'colors' } | { as: 'band' } | { as: 'ndvi'; red: number; nir: number };

const WORDS: readonly (readonly [RegExp, RasterType])[] = [
  [/(^|[^a-z])(dtm|dem|dgm|terrain|bare.?earth)([^a-z]|$)/, 'terrain_model'],
  [/(^|[^a-z])(dsm|dom|surface|elevation|height)/, 'surface_model'],
  [/therm|temperature|celsius|(^|[^a-z])(temp|degc|°c|lwir|irt)([^a-z]|$)/, 'thermal'],
  [/ndvi|multi.?spectral|reflectance|red.?nir|(^|[^a-z])(nir|msp?)([^a-z]|$)/, 'multispectral'],
  [/ortho|mosaic|(^|[^a-z])rgb([^a-z]|$)/, 'orthophoto'],
];

const typeNamedIn = (text: string) => WORDS.find(([words]) => words.test(text.toLowerCase()))?.[1];

const COLOR_BITS = 8;
/** Usual order of unnamed bands: RGB and near infrared; blue, green, red, near infrared (and red edge). */
const [NIR_OF_FOUR, RED_OF_FIVE, NIR_OF_FIVE] = [3, 2, 3];

/**
 * Without a matching name, it's a picture, unless it has two bands, or one band of signed or floating-point numbers.
 */
export function recognize(header: RasterHeader, fileName: string): RasterType {
  const { bands, bits, samples, hasPalette, names } = header;
  const isColor = bits <= COLOR_BITS && samples === 'unsigned';
  const named = typeNamedIn(names.join(' ')) ?? typeNamedIn(fileName);
  if (bands === 1) {
    if (hasPalette) return 'orthophoto';
    return named && (!isColor || named !== 'orthophoto')
      ? named
      : samples === 'unsigned'
        ? 'orthophoto'
        : 'surface_model';
  }
  if (bands === 2 || bandNamed(names, NIR) !== undefined) return 'multispectral';
  return named === 'multispectral' && !isColor && bands > 3 ? 'multispectral' : 'orthophoto';
}

/** Without a matching name, values decide: an index ranges from -1 to 1, but 0 to 1 may also be reflectance. */
export function typeOfValues(
  header: RasterHeader,
  fileName: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): RasterType {
  const type = recognize(header, fileName);
  const isNamed = (typeNamedIn(header.names.join(' ')) ?? typeNamedIn(fileName)) !== undefined;
  const isIndex = header.bands === 1 && !isNamed && minimum >= -1 && maximum <= 1;
  if (!isIndex || type !== 'surface_model') return type;
  return minimum < 0 && maximum > 0 ? 'multispectral' : 'orthophoto';
}

const NIR = /nir|near.?infra/;
const RED = /^red\b(?!.?edge)/;
const bandNamed = (names: readonly string[], wanted: RegExp) => {
  const band = names.findIndex((name) => wanted.test(name));
  return band < 0 ? undefined : band;
};

export function readingOf(type: RasterType, { bands, names }: RasterHeader): Reading {
  if (type === 'orthophoto') return { as: 'colors' };
  if (type !== 'multispectral' || bands === 1) return { as: 'band' };
  const [red, nir] =
    bands === 2
      ? [0, 1]
      : bands > 4
        ? [RED_OF_FIVE, NIR_OF_FIVE]
        : [0, Math.min(bands - 1, NIR_OF_FOUR)];
  return { as: 'ndvi', red: bandNamed(names, RED) ?? red, nir: bandNamed(names, NIR) ?? nir };
}
