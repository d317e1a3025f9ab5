import type { RasterType } from '#domain/rasters.ts';
import type { RasterHeader } from './header.ts';
import type { Level } from './pyramid.ts';
import type { Reading } from './recognize.ts';
import { openMask, openValues, rowsAtOnce, type ReadTolerantly } from './rows.ts';
import { StatisticsCollector, type Statistics } from './statistics.ts';
import { ValuesFile } from './values-file.ts';

/** Plausible meters and degrees Celsius; values that mark missing data are far outside. */
const PLAUSIBLE_RANGES: Partial<Record<RasterType, readonly [number, number]>> = {
  surface_model: [-9000, 30_000],
  terrain_model: [-9000, 30_000],
  thermal: [-273.15, 3000],
};

export function createValueReader(
  header: RasterHeader,
  reading: Reading,
  type: RasterType,
  count: number,
) {
  const { scale, offset, alpha } = header;
  const nodata = header.nodata === null ? NaN : Math.fround(header.nodata);
  const [lowest, highest] = (reading.as === 'band' && PLAUSIBLE_RANGES[type]) || [-1e37, 1e37];
  const clean = (value: number) => {
    const measured = value * scale + offset;
    return value !== nodata && measured > lowest && measured < highest ? measured : NaN;
  };
  const index = (red: number, nir: number) =>
    red === nodata || nir === nodata ? NaN : inRange((nir - red) / (nir + red));
  return (rows: ArrayLike<number>, mask: ArrayLike<number> | null): Float32Array => {
    const values = new Float32Array(rows.length / count);
    for (let pixel = 0; pixel < values.length; pixel++) {
      const at = pixel * count;
      const isHidden = mask?.[pixel] === 0 || (alpha !== null && rows[at + alpha] === 0);
      if (isHidden) values[pixel] = NaN;
      else if (reading.as !== 'ndvi') values[pixel] = clean(rows[at] ?? NaN);
      else values[pixel] = index(rows[at + reading.red] ?? NaN, rows[at + reading.nir] ?? NaN);
    }
    return values;
  };
}

/** A reflectance index is between -1 and 1; anything else comes from noise or missing data. */
const inRange = (index: number) => (index >= -1 && index <= 1 ? index : NaN);

export type Source = {
  path: string;
  folder: string;
  header: RasterHeader;
  tolerantly: ReadTolerantly;
  onPercent: (percent: number) => void;
};

/** A few hundred rows are in memory at once. Statistics are null if there are no values. */
export async function writeValues(
  source: Source,
  { reading, type }: { reading: Reading; type: RasterType },
  out: string,
): Promise<{ levels: Level[]; statistics: Statistics | null }> {
  const { header, onPercent } = source;
  const { width, height } = header;
  const rows = await openValues(source);
  const mask = await openMask(source);
  const file = await ValuesFile.create(out, width, height);
  try {
    const measured = createValueReader(header, reading, type, rows.count);
    const statistics = new StatisticsCollector(width * height, width);
    const step = rowsAtOnce(width);
    for (let top = 0; top < height; top += step) {
      const count = Math.min(step, height - top);
      const values = measured(await rows.read(top, count), (await mask?.read(top, count)) ?? null);
      statistics.add(values);
      await file.append(values);
      onPercent(((top + count) / height) * 100);
    }
    await file.finish();
    return { levels: file.levels, statistics: statistics.get() };
  } finally {
    await Promise.allSettled([file.close(), rows.close(), mask?.close()]);
  }
}
