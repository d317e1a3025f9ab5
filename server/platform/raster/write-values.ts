import type { RasterType } from '#domain/rasters.ts';
import type { RasterHeader } from './header.ts';
import { measurer } from './measure-rows.ts';
import type { Level } from './pyramid.ts';
import type { Reading } from './recognize.ts';
import { openMask, openValues, rowsAtOnce, type Tolerantly } from './rows.ts';
import { StatisticsOf, type Statistics } from './statistics.ts';
import { ValuesFile } from './values-file.ts';

export type Source = {
  path: string;
  /** Where it may write what it needs on the way. */
  folder: string;
  header: RasterHeader;
  tolerantly: Tolerantly;
  onPercent: (percent: number) => void;
};

/**
 * Writes the values of a raster as a pyramid to `out`, and says what they are; null when there is none. A few
 * hundred rows are held at once. Rejects with what the decoder says.
 */
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
    const measured = measurer(header, reading, type, rows.count);
    const statistics = new StatisticsOf(width * height, width);
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
