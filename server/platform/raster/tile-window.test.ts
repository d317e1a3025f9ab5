import { describe, expect, test } from 'vitest';
import { placeInTile, tileAt } from '#test/fixtures/projections.ts';
import { makeSurface, SURFACES } from '#test/fixtures/rasters.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { pixelOfPlace } from './georeference.ts';
import { readValues } from './pyramid.ts';
import { resampleValues } from './resample.ts';
import { tileWindow } from './tile-window.ts';

describe.each(Object.entries(SURFACES))('%s', (_name, surface) => {
  const { path } = temporaryFolder();

  test('every pixel of a tile shows its place to half a pixel, at every zoom', async () => {
    const columns = await makeSurface(path(''), surface, (column) => column + 0.5, { name: 'x' });
    const rows = await makeSurface(path(''), surface, (_, row) => row + 0.5, { name: 'y' });
    const { west, south, east, north } = columns.bounds;
    const middle = [(west + east) / 2, (south + north) / 2] as const;
    for (let z = 16; z <= 22; z++) {
      const tile = tileAt(middle, z);
      const window = tileWindow(columns, tile);
      if (!window) throw new Error(`nothing at ${z}`);
      const [xs, ys] = await Promise.all(
        [columns, rows].map(async ({ paths }) => {
          const values = await readValues(paths.values, window.page, window.box);
          return resampleValues(window, values, { floor: -Infinity, margin: 0 });
        }),
      );
      let [worst, seen] = [0, 0];
      for (let at = 0; at < 256 * 256; at += 7) {
        const [x, y] = [xs?.[at] ?? NaN, ys?.[at] ?? NaN];
        // Beyond the middle of the last pixel the value of that is repeated.
        const scale = 2 ** window.page;
        const isInside = x > scale && y > scale && x < 700 - 2 * scale && y < 500 - 2 * scale;
        if (!isInside) continue;
        seen++;
        const here = placeInTile(tile, at % 256, Math.floor(at / 256));
        const expected = pixelOfPlace(surface.affine, surface.project(here));
        const beside = placeInTile(tile, (at % 256) + 1, Math.floor(at / 256));
        const next = pixelOfPlace(surface.affine, surface.project(beside));
        const pixel = Math.hypot(next[0] - expected[0], next[1] - expected[1]);
        worst = Math.max(worst, Math.hypot(x - expected[0], y - expected[1]) / pixel);
      }
      const isExact = seen > 0 && worst < 0.1;
      expect({ z, seen, worst: isExact ? 'less than 0.1' : worst }).toEqual({
        z,
        seen,
        worst: 'less than 0.1',
      });
    }
  });
});
