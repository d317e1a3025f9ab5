// Tiles of an orthophoto as they are first asked for, against a bare loop with the same reads, resampling and
// encoding and against gdal2tiles; a tile that is kept, against a picture that is.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import proj4 from 'proj4';
import sharp from 'sharp';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import { systemOfEpsg } from '#server/platform/raster/coordinate-system.ts';
import {
  boundsOf,
  MERCATOR_EDGE,
  pixelOfPlace,
  type Point,
} from '#server/platform/raster/georeference.ts';
import { levelsOf, writeColors } from '#server/platform/raster/pyramid.ts';
import { renderTile, type DrawnRaster } from '#server/platform/raster/tile.ts';
import { makeFile } from '#test/factories.ts';
import { tileAt } from '#test/fixtures/projections.ts';
import { makeRaster, tileAddress } from '#test/fixtures/rasters.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { get, load } from './http-load.ts';

const LIMITS = { bare: 0.85, gdal: 3, warm: 1.5 };
const ROUNDS = 5;
const [WIDTH, HEIGHT] = [8000, 6000];
const ZOOMS = [18, 21];
const TILES = 24;
const TILE = 256;
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;

/** 48 MP of 5 cm in UTM: noise, smoothed so that it has edges and planes as ground has. */
async function makeOrthophoto(folder: string): Promise<DrawnRaster & { plain: string }> {
  const [plain, color] = [join(folder, 'plain.tif'), join(folder, 'color.tif')];
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  await sharp({
    create: { width: WIDTH / 8, height: HEIGHT / 8, channels: 3, background: '#777', noise },
  })
    .resize(WIDTH, HEIGHT)
    .tiff({ compression: 'none' })
    .toFile(plain);
  await writeColors({ path: plain, failOn: 'error', keepsAlpha: false }, color);
  const placed = {
    proj4: systemOfEpsg(32614)?.proj4 ?? '',
    affine: [0.05, 0, 620_000, 0, -0.05, 3_350_000] as const,
    width: WIDTH,
    height: HEIGHT,
  };
  const bounds = boundsOf({ ...placed, epsg: 32614, nodata: null });
  const paths = { color, mask: '', values: '' };
  const rest = { hasMask: false, valueFloor: null, unit: null, low: null, high: null };
  const levels = await levelsOf(color);
  return { ...placed, ...rest, bounds, paths, levels, rasterType: 'orthophoto', plain };
}

function tilesOf({ bounds: { west, south, east, north } }: DrawnRaster) {
  return ZOOMS.flatMap((z) =>
    Array.from({ length: TILES }, (_, index) => {
      const across = west + ((east - west) * ((index % 6) + 0.5)) / 6;
      return tileAt([across, south + ((north - south) * (Math.floor(index / 6) + 0.5)) / 4], z);
    }),
  );
}

type Address = ReturnType<typeof tileAt>;

/** The least that makes the same tile: its four corners, one read, bilinear, WebP. */
function bareLoop({ proj4: system, affine, levels, paths }: DrawnRaster) {
  const { forward } = proj4('EPSG:3857', system);
  return async ({ z, x, y }: Address) => {
    const unit = (2 * MERCATOR_EDGE) / 2 ** z;
    const [left, top] = [x * unit - MERCATOR_EDGE, MERCATOR_EDGE - y * unit];
    const full = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].map(([i = 0, j = 0]): Point => {
      const [east = 0, north = 0] = forward([left + i * unit, top - j * unit]);
      return pixelOfPlace(affine, [east, north]);
    }) as [Point, Point, Point, Point];
    let page = 0;
    const scale = Math.hypot(full[1][0] - full[0][0], full[1][1] - full[0][1]) / TILE;
    while (page + 1 < levels.length && 2 ** (page + 1) <= scale * 1.2) page++;
    const [a, b, c, d] = full.map(([px, py]) => [
      px / 2 ** page,
      py / 2 ** page,
    ]) as unknown as typeof full;
    const [w, h] = levels[page] ?? [0, 0];
    const from = (all: number[]) => Math.max(0, Math.floor(Math.min(...all)) - 1);
    const to = (all: number[], most: number) => Math.min(most, Math.ceil(Math.max(...all)) + 2);
    const xs = [a[0], b[0], c[0], d[0]];
    const ys = [a[1], b[1], c[1], d[1]];
    const box = {
      left: from(xs),
      top: from(ys),
      width: to(xs, w) - from(xs),
      height: to(ys, h) - from(ys),
    };
    if (box.width < 2 || box.height < 2) return;
    const rgb = await sharp(paths.color, { page, limitInputPixels: false })
      .extract(box)
      .toColourspace('srgb')
      .raw()
      .toBuffer();
    const out = Buffer.alloc(TILE * TILE * 4);
    let opaque = 0;
    for (let j = 0; j < TILE; j++) {
      const v = (j + 0.5) / TILE;
      const [lx, ly] = [a[0] + (c[0] - a[0]) * v, a[1] + (c[1] - a[1]) * v];
      const [rx, ry] = [b[0] + (d[0] - b[0]) * v, b[1] + (d[1] - b[1]) * v];
      for (let i = 0; i < TILE; i++) {
        const u = (i + 0.5) / TILE;
        const [px, py] = [lx + (rx - lx) * u - 0.5 - box.left, ly + (ry - ly) * u - 0.5 - box.top];
        const [x0, y0] = [Math.floor(px), Math.floor(py)];
        if (x0 < 0 || y0 < 0 || x0 + 1 >= box.width || y0 + 1 >= box.height) continue;
        const [fx, fy] = [px - x0, py - y0];
        const [p, o] = [(y0 * box.width + x0) * 3, (j * TILE + i) * 4];
        const q = p + box.width * 3;
        for (let k = 0; k < 3; k++) {
          const upper = (rgb[p + k] as number) * (1 - fx) + (rgb[p + 3 + k] as number) * fx;
          const lower = (rgb[q + k] as number) * (1 - fx) + (rgb[q + 3 + k] as number) * fx;
          out[o + k] = upper * (1 - fy) + lower * fy;
        }
        out[o + 3] = 255;
        opaque++;
      }
    }
    const raw = { width: TILE, height: TILE, channels: 4 } as const;
    await (opaque === TILE * TILE ? sharp(out, { raw }).removeAlpha() : sharp(out, { raw }))
      .webp({ quality: 78, effort: 2 })
      .toBuffer();
  };
}

/** Seconds of processor time of all tiles, one after the other. */
async function cpuOf(tiles: readonly Address[], make: (tile: Address) => Promise<unknown>) {
  const before = process.cpuUsage();
  for (const tile of tiles) await make(tile);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Tiles a second of one core; null where gdal2tiles is not installed. */
function gdalRate(folder: string, { plain }: { plain: string }): number | null {
  const [placed, out] = [join(folder, 'placed.tif'), join(folder, 'tiles')];
  try {
    execFileSync('gdal_translate', [
      '-q',
      '-a_srs',
      'EPSG:32614',
      '-a_ullr',
      '620000',
      '3350000',
      '620400',
      '3349700',
      plain,
      placed,
    ]);
    const command = `time -p gdal2tiles.py -q -z 18-21 -r bilinear --tiledriver=WEBP --webp-quality=78 --processes=1 ${placed} ${out} 2>/dev/null; find ${out} -name '*.webp' | wc -l`;
    const said = execFileSync('bash', ['-c', `{ ${command}; } 2>&1`], { encoding: 'utf8' });
    const seconds = ['user', 'sys'].map((name) =>
      Number(new RegExp(`${name} ([\\d.]+)`).exec(said)?.[1]),
    );
    return Number(said.trim().split('\n').at(-1)) / seconds.reduce((sum, each) => sum + each, 0);
  } catch {
    return null;
  }
}

/** p95 of a tile that is kept and of a picture that is, milliseconds, in alternating rounds. */
async function warmWaits(folder: string) {
  const ctx = await createContext(
    readConfig({
      DATA_DIR: folder,
      SECRET_KEY: 'a secret key for the bench, nothing else',
      DEMO: '0',
      LOG_LEVEL: 'warn',
    }),
  );
  const app = await createApp(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { submission, owner } = await makeOwnedWeek(ctx);
  const recipient = { kind: 'person', profileId: owner.id } as const;
  const [photo, raster] = [await makeFile(ctx, submission), await makeRaster(ctx, submission)];
  const paths = {
    picture: `${derivativesUrl(ctx.signer, recipient, photo.id)}/w256.webp`,
    tile: tileAddress(ctx, recipient, raster),
  };
  const waits = { picture: [] as number[], tile: [] as number[] };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ['picture', 'tile'] as const) {
      const request = get(paths[name], `cookie: ${owner.cookie}`);
      waits[name].push((await load(port, () => request, { connections: 8, seconds: 1 })).p95);
    }
  await app.close();
  await ctx.close();
  return { picture: median(waits.picture), tile: median(waits.tile) };
}

const folder = await mkdtemp(join(tmpdir(), 'overfly-tiles-'));
try {
  sharp.concurrency(1);
  sharp.cache(false);
  const raster = await makeOrthophoto(folder);
  const tiles = tilesOf(raster);
  const drawing = { stretch: null, hillshade: false };
  const bare = bareLoop(raster);
  const ours = (tile: Address) => renderTile(raster, tile, drawing);
  await cpuOf(tiles, ours);
  await cpuOf(tiles, bare);
  const seconds = { ours: [] as number[], bare: [] as number[] };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let round = 0; round < ROUNDS; round++) {
    seconds.bare.push(await cpuOf(tiles, bare));
    delay.enable();
    seconds.ours.push(await cpuOf(tiles, ours));
    delay.disable();
  }
  const rate = tiles.length / median(seconds.ours);
  const gdal = gdalRate(folder, raster);
  const waits = await warmWaits(join(folder, 'data'));
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const met = (isMet: boolean) => (isMet ? '' : ': NOT MET');
  const ratio = median(seconds.bare) / median(seconds.ours);
  say(
    `cold tiles: ${rate.toFixed(0)} a second a core, ${ratio.toFixed(2)} of the bare loop (limit ${LIMITS.bare})${met(ratio >= LIMITS.bare)}`,
  );
  say(
    `event loop held: median ${(delay.percentile(50) / 1e6).toFixed(1)} ms, 99 % ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
  );
  say(
    gdal === null
      ? 'gdal2tiles is not installed: skipped'
      : `gdal2tiles: ${gdal.toFixed(0)} a second a core, ours ${(rate / gdal).toFixed(1)} times that (limit ${LIMITS.gdal})${met(rate / gdal >= LIMITS.gdal)}`,
  );
  const wait = waits.tile / waits.picture;
  say(
    `warm, p95: tile ${waits.tile.toFixed(2)} ms, picture ${waits.picture.toFixed(2)} ms, ${wait.toFixed(2)} (limit ${LIMITS.warm})${met(wait <= LIMITS.warm)}`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
