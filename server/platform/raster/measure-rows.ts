import type { RasterType } from '#domain/rasters.ts';
import type { RasterHeader } from './header.ts';
import type { Reading } from './recognize.ts';

/** Heights in meters and temperatures lie between these; marks of "nothing was measured here" far outside. */
const PLAUSIBLE: Partial<Record<RasterType, readonly [number, number]>> = {
  surface_model: [-9000, 30_000],
  terrain_model: [-9000, 30_000],
  thermal: [-273.15, 3000],
};

/** Turns rows of a raster, as read, into its values: NaN where nothing was measured. */
export function measurer(header: RasterHeader, reading: Reading, type: RasterType, count: number) {
  const { scale, offset, alpha } = header;
  const nodata = header.nodata === null ? NaN : Math.fround(header.nodata);
  const [lowest, highest] = (reading.as === 'band' && PLAUSIBLE[type]) || [-1e37, 1e37];
  const one = (value: number) => {
    const measured = value * scale + offset;
    return value !== nodata && measured > lowest && measured < highest ? measured : NaN;
  };
  // NaN of no value to any of the two.
  const index = (red: number, nir: number) =>
    red === nodata || nir === nodata ? NaN : inRange((nir - red) / (nir + red));
  return (rows: ArrayLike<number>, mask: ArrayLike<number> | null): Float32Array => {
    const values = new Float32Array(rows.length / count);
    for (let pixel = 0; pixel < values.length; pixel++) {
      const at = pixel * count;
      const isHidden = mask?.[pixel] === 0 || (alpha !== null && rows[at + alpha] === 0);
      if (isHidden) values[pixel] = NaN;
      else if (reading.as !== 'ndvi') values[pixel] = one(rows[at] ?? NaN);
      else values[pixel] = index(rows[at + reading.red] ?? NaN, rows[at + reading.nir] ?? NaN);
    }
    return values;
  };
}

/** Of reflectances that are not below zero an index is from -1 to 1; what is not comes of marks and noise. */
const inRange = (index: number) => (index >= -1 && index <= 1 ? index : NaN);
