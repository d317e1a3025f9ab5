import type { RasterHeader } from './header.ts';
import { openValues, rowsAtOnce, type Rows, type Source } from './rows.ts';

/** Colors with more than 8 bits, which sharp would scale incorrectly. */
export const isDeep = ({ bits, samples }: RasterHeader): boolean => bits > 8 || samples === 'float';

const [SAMPLED_BLOCKS, SAMPLES] = [8, 20_000];
/** Quantile drawn white instead of the maximum, which may be a reflection. */
const WHITE_QUANTILE = 0.98;
const STRETCH_BELOW = 0.4;

export async function openDeepColors(source: Source): Promise<Rows> {
  const { header } = source;
  const values = await openValues(source);
  const white = await whiteOf(values, header);
  return {
    count: 4,
    async read(top, height) {
      return bytesOf(await values.read(top, height), values.count, header, white);
    },
    close: () => values.close(),
  };
}

const colorBands = ({ bands }: RasterHeader) => (bands < 3 ? [0, 0, 0] : [0, 1, 2]);

/** The top of the scale (1.0, 8 bits, or 16 bits), or WHITE_QUANTILE if values use only its darkest part. */
async function whiteOf(rows: Rows, header: RasterHeader): Promise<number> {
  const { width, height, samples } = header;
  const bands = [...new Set(colorBands(header))];
  const found: number[] = [];
  for (let look = 0; look < SAMPLED_BLOCKS; look++) {
    const top = Math.floor((height * look) / SAMPLED_BLOCKS);
    const count = Math.min(rowsAtOnce(width), height - top, Math.ceil(height / SAMPLED_BLOCKS));
    const values = await rows.read(top, count);
    const pixels = values.length / rows.count;
    const step = Math.max(1, Math.floor(pixels / SAMPLES));
    for (let pixel = 0; pixel < pixels; pixel += step) {
      for (const band of bands) {
        const value = values[pixel * rows.count + band] ?? NaN;
        if (Number.isFinite(value) && value !== header.nodata) found.push(value);
      }
    }
  }
  const light =
    found.toSorted((a, b) => a - b)[Math.floor((found.length - 1) * WHITE_QUANTILE)] ?? 1;
  const ends = samples === 'float' ? [1, 255, 65_535] : [65_535];
  const end = ends.find((each) => light <= each * 1.05) ?? light;
  return light >= end * STRETCH_BELOW || light <= 0 ? end : light;
}

function bytesOf(values: ArrayLike<number>, count: number, header: RasterHeader, white: number) {
  const { alpha, nodata } = header;
  const bands = colorBands(header);
  const pixels = values.length / count;
  const out = Buffer.alloc(pixels * 4);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const at = pixel * count;
    const colors = bands.map((band) => values[at + band] ?? NaN);
    const isThere =
      alpha === null ? colors.some((color) => color !== nodata) : values[at + alpha] !== 0;
    if (!isThere || !colors.every(Number.isFinite)) continue;
    colors.forEach((color, index) => {
      out[pixel * 4 + index] = Math.max(0, Math.min(255, Math.round((color / white) * 255)));
    });
    out[pixel * 4 + 3] = 255;
  }
  return out;
}
