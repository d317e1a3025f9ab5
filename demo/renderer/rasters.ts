import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toUtm14 } from '../flight/geodesy.ts';
import { rasterPath } from '../flight/site-files.ts';
import { SITE } from '../flight/place.ts';
import { SURVEYS } from '../flight/calendar.ts';
import { geotiff, type Georeference, type Grid } from '../flight/geotiff.ts';
import { draw, type Host } from './host.ts';
import { PASSES, readySite } from './photos.ts';

/** The mapped area in meters from the site's center. */
const AREA = { west: -88, south: -78, east: 92, north: 62 } as const;
const COLOR_PIXEL = 0.05;
const MEASURED_PIXEL = 0.2;
const QUALITY = 46;
const MEASURED = ['surface', 'thermal', 'red-nir'] as const;
/** Rounding steps in meters, degrees Celsius, and reflectance times 10,000. */
const STEPS = { surface: 0.01, thermal: 0.2, 'red-nir': 100 } as const;

const rounded = (step: number) => (value: number) => Math.round(value / step) * step;

const width = Math.round((AREA.east - AREA.west) / MEASURED_PIXEL);
const height = Math.round((AREA.north - AREA.south) / MEASURED_PIXEL);

/** Renders a week's orthomosaic, surface model, temperatures, and reflectance in red and near infrared. */
export async function drawRasters(host: Host, week: number) {
  if (!SURVEYS.includes(week)) return;
  await mkdir(dirname(rasterPath(week, 'ortho')), { recursive: true });
  if (!existsSync(rasterPath(week, 'ortho'))) await drawColors(host, week);
  const isMissing = (name: Raster) => !existsSync(rasterPath(week, name));
  if (MEASURED.some(isMissing)) await drawMeasurements(host, week);
}

const orderFor = (week: number) => ({ week, area: AREA, passes: PASSES, detail: 0.5 });

async function drawColors(host: Host, week: number) {
  await readySite(host, week);
  const colors = await draw(host, 'plan', { ...orderFor(week), pixel: COLOR_PIXEL });
  const [across, down] = [width * 4, height * 4];
  const ortho = { width: across, height: down, bands: 3, values: withoutAlpha(colors) };
  await save(week, 'ortho', ortho, COLOR_PIXEL);
}

async function drawMeasurements(host: Host, week: number) {
  await readySite(host, week);
  const bytes = await draw(host, 'measure', { ...orderFor(week), pixel: MEASURED_PIXEL });
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const heights = (list: readonly number[]) =>
    withoutSpikes(list).map((value) => value + SITE.altitude);
  await save(
    week,
    'surface',
    gridOf(values, [0], (list) => Float32Array.from(heights(list), rounded(STEPS.surface))),
  );
  await save(
    week,
    'thermal',
    gridOf(values, [1], (list) => Float32Array.from(list, rounded(STEPS.thermal))),
  );
  const shares = (value: number) => Math.max(0, Math.min(1, value)) * 10_000;
  await save(
    week,
    'red-nir',
    gridOf(values, [2, 3], (list) => Uint16Array.from(list.map(shares), rounded(STEPS['red-nir']))),
  );
}

/** In meters above all neighbors. No real object rises this much within a pixel; the crane is 40 m high. */
const SPIKE = 45;

/** Seen from above, a vertical wall is thinner than a pixel, so its height is unreliable. */
function withoutSpikes(heights: readonly number[]): number[] {
  return heights.map((value, index) => {
    const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
    const highest = Math.max(...around.map((step) => heights[index + step] ?? -Infinity));
    return value - highest > SPIKE ? highest : value;
  });
}

type Raster = Parameters<typeof rasterPath>[1];

async function save(week: number, name: Raster, grid: Grid, pixel: number = MEASURED_PIXEL) {
  const middle = toUtm14(SITE);
  const reference: Georeference = {
    epsg: 32_614,
    west: Math.round(middle.easting) + AREA.west,
    north: Math.round(middle.northing) + AREA.north,
    pixel,
  };
  const nodata = name === 'surface' || name === 'thermal' ? { nodata: -9999 } : {};
  const step = name === 'ortho' ? {} : { step: STEPS[name] };
  await writeFile(
    rasterPath(week, name),
    await geotiff(grid, reference, { quality: QUALITY, ...nodata, ...step }),
  );
  process.stdout.write(`week ${week}, ${name}\n`);
}

function withoutAlpha(rgba: Buffer): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb.set(rgba.subarray(from, from + 3), to);
  }
  return rgb;
}

/** Extracts channels, and flips the rows so that north comes first. */
function gridOf(
  values: Float32Array,
  channels: readonly number[],
  packed: (values: number[]) => Float32Array | Uint16Array,
): Grid {
  const list: number[] = [];
  for (let row = height - 1; row >= 0; row--) {
    for (let column = 0; column < width; column++) {
      for (const channel of channels) list.push(values[(row * width + column) * 4 + channel] ?? 0);
    }
  }
  return { width, height, bands: channels.length, values: packed(list) };
}
