import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { geotiff } from '#demo/flight/geotiff.ts';
import type { StaffRaster } from '#domain/rasters.ts';
import { tusClient } from '../tus.ts';
import { startWithSubmissions } from './program-with-submissions.ts';

/** After a kill, a map is read again from the start, which takes this long on a busy machine. */
const BUSY_MS = 90_000;

const { program, cookie, flightId, close } = await startWithSubmissions(0);
afterAll(() => close());

const tus = tusClient(program.url, cookie);

test('reads a map again when the process was killed while reading it', async () => {
  const side = 2000;
  const values = Float32Array.from({ length: side * side }, (_, at) => Math.sin(at / 999) * 50);
  const place = { epsg: 32_614, west: 620_000, north: 3_350_000, pixel: 0.1 };
  const grid = { width: side, height: side, bands: 1, values };
  const id = await tus.upload(flightId, 'dsm.tif', await geotiff(grid, place, { quality: 80 }));
  const isHalfWritten = async () => {
    const all = await readdir(join(program.dataDir, 'work'), { recursive: true }).catch(() => []);
    return all.some((name) => name.startsWith(id) && name.endsWith('values.tif'));
  };
  await expect.poll(isHalfWritten, { timeout: BUSY_MS, interval: 10 }).toBe(true);
  await program.restart('SIGKILL');

  const raster = async () => {
    const url = `${program.url}/api/operator/submissions/${flightId}/rasters`;
    const answer = await fetch(url, { headers: { cookie } });
    const { rasters } = (await answer.json()) as { rasters: StaffRaster[] };
    return rasters.find(({ fileId }) => fileId === id);
  };
  await expect
    .poll(raster, { timeout: BUSY_MS, interval: 250 })
    .toMatchObject({ state: 'ready', isMap: true, width: side, coverage: 1 });
}, 200_000);
