// A raster from its stored original to a map that is ready, through queue, database and storage: CPU time against
// sharp alone that writes the same pyramids, and the most memory above idle while a far larger one is read.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { registerFileJobs, resumeProcessing } from '#server/files/process.ts';
import { rastersOf } from '#server/maps/rasters/service.ts';
import type { Context } from '#server/platform/context.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { makeCompany, makeProject, makeSubmission } from '#test/factories.ts';
import { treeUse } from './process-tree.ts';
import { median } from './server-process.ts';

const MIB = 1024 ** 2;
const ROUNDS = 3;
const LIMITS = { cpu: 1.5, memory: 400 * MIB };
const SYSTEM = { kind: 'system' } as const;
/** Pixels a side. */
const SIDES = { cpu: 12_000, memory: 30_000 };
/** A ninth of the ground of a picture is drawn, the rest is as smooth as ground between edges. */
const GRAIN = 8;

type Run = { cpu: number; memory: number; seconds: number };

/** Begins to measure; the result ends it and tells the parent. Memory is that above the start. */
function measured(): () => void {
  const start = { at: performance.now(), ...treeUse(process.pid) };
  let most = start.bytes;
  const looking = setInterval(() => {
    most = Math.max(most, treeUse(process.pid).bytes);
  }, 250);
  return () => {
    clearInterval(looking);
    const run: Run = {
      cpu: treeUse(process.pid).cpu - start.cpu,
      memory: most - start.bytes,
      seconds: (performance.now() - start.at) / 1000,
    };
    process.stdout.write(JSON.stringify(run));
  };
}

/** A picture with edges and planes; with `hasAlpha` nothing is there outside of an ellipse, as around a flight. */
async function makePicture(path: string, side: number, hasAlpha: boolean) {
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  const small = Math.ceil(side / GRAIN);
  const create = { width: small, height: small, channels: 3, background: '#777', noise } as const;
  const ellipse = `<svg width="${small}" height="${small}"><ellipse cx="50%" cy="50%" rx="45%" ry="40%"/></svg>`;
  const grain = sharp({ create });
  const shaped = hasAlpha
    ? grain.ensureAlpha().composite([{ input: Buffer.from(ellipse), blend: 'dest-in' }])
    : grain;
  // Smaller first, as sharp composes after it resizes.
  const source = await shaped.png({ compressionLevel: 1 }).toBuffer();
  const tiles = { tile: true, tileWidth: 512, tileHeight: 512, bigtiff: true } as const;
  const packed = hasAlpha
    ? ({ compression: 'lzw', predictor: 'horizontal' } as const)
    : ({ compression: 'jpeg', quality: 85 } as const);
  await sharp(source, { limitInputPixels: false })
    .resize(side, side)
    .tiff({ ...tiles, ...packed })
    .toFile(path);
}

/** The same pyramids by sharp alone: colors on black, and the transparency beside them. */
async function bare(picture: string, folder: string) {
  sharp.concurrency(1);
  sharp.cache(false);
  mkdirSync(folder, { recursive: true });
  const report = measured();
  const tiled = { tile: true, tileWidth: 256, tileHeight: 256, pyramid: true, bigtiff: true };
  const open = () => sharp(picture, { limitInputPixels: false, sequentialRead: true });
  await open()
    .flatten({ background: '#000' })
    .tiff({ ...tiled, compression: 'jpeg', quality: 78 })
    .toFile(join(folder, 'color.tif'));
  await open()
    .extractChannel(3)
    .toColourspace('b-w')
    .tiff({ ...tiled, compression: 'deflate' })
    .toFile(join(folder, 'mask.tif'));
  report();
}

/** The product's own worker on the embedded database, with a world file and a projection beside the picture. */
async function product(picture: string, dataDir: string) {
  const ctx = await createContext(readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' }));
  const company = await makeCompany(ctx);
  const { id: projectId } = await makeProject(ctx, company.id);
  const { id: submissionId } = await makeSubmission(ctx, projectId);
  const week = { projectId, submissionId };
  const beside = { 'site.tfw': '0.05\n0\n0\n-0.05\n620000\n3350000', 'site.prj': UTM_14 };
  for (const [name, text] of Object.entries(beside)) {
    const path = join(dataDir, name);
    writeFileSync(path, text);
    await store(ctx, { path, dataDir, kind: 'other', ...week });
  }
  const id = await store(ctx, { path: picture, dataDir, kind: 'raster', ...week });
  await registerFileJobs(ctx);
  const report = measured();
  const done = Promise.withResolvers<void>();
  ctx.live.onEvent(() => {
    const look = async () => {
      const [raster] = await rastersOf(ctx, SYSTEM, submissionId);
      if (raster?.fileId === id && raster.state !== 'processing') done.resolve();
    };
    void look();
  });
  await resumeProcessing(ctx);
  await done.promise;
  report();
  const [raster] = await rastersOf(ctx, SYSTEM, submissionId);
  if (!raster?.isMap) throw new Error(`no map was made: ${raster?.state} ${raster?.reason}`);
  await ctx.close();
}

const UTM_14 = 'PROJCS["WGS_1984_UTM_Zone_14N",GEOGCS["a"]]';

type Stored = {
  path: string;
  dataDir: string;
  kind: 'raster' | 'other';
  projectId: string;
  submissionId: string;
};

async function store(ctx: Context, { path, dataDir, kind, ...of }: Stored): Promise<string> {
  const id = randomUUID();
  const filePath = originalKey(id);
  const stored = join(dataDir, 'storage', filePath);
  mkdirSync(dirname(stored), { recursive: true });
  linkSync(path, stored);
  const about = { fileName: basename(path), fileSize: statSync(path).size, kind };
  const fileType = kind === 'raster' ? 'image/tiff' : 'text/plain';
  const state = kind === 'raster' ? 'processing' : 'ready';
  const hash = { sha256: id.replaceAll('-', '').padEnd(64, '0'), crc32: 0 };
  const row = { ...of, ...about, ...hash, id, filePath, fileType, state } as const;
  await ctx.db.as(SYSTEM, (tx) => tx.insertInto('files').values(row).execute());
  return id;
}

async function measure() {
  const dir = mkdtempSync(join(tmpdir(), 'overfly-raster-bench-'));
  const picture = join(dir, 'site.tif');
  const run = (role: 'bare' | 'product'): Run => {
    const out = join(dir, 'out');
    const answer = execFileSync(process.execPath, [import.meta.filename, role, picture, out], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    rmSync(out, { recursive: true });
    return JSON.parse(answer) as Run;
  };
  try {
    await makePicture(picture, SIDES.cpu, true);
    const rounds = Array.from({ length: ROUNDS }, () => ({
      loop: run('bare'),
      ours: run('product'),
    }));
    const cpu = median(rounds.map(({ ours, loop }) => ours.cpu / loop.cpu));
    const of = (pick: (round: (typeof rounds)[number]) => number) =>
      median(rounds.map(pick)).toFixed(1);
    console.log(
      `144 MP RGBA to ready: ${of(({ ours }) => ours.cpu)} s of CPU, bare sharp ${of(({ loop }) => loop.cpu)} s, ` +
        `ratio ${cpu.toFixed(2)} (limit ${LIMITS.cpu}; medians of ${ROUNDS}); ${of(({ ours }) => ours.seconds)} s by the clock`,
    );
    rmSync(picture);
    await makePicture(picture, SIDES.memory, false);
    const { memory, seconds } = run('product');
    console.log(
      `900 MP RGB: at most ${(memory / MIB).toFixed(0)} MiB above idle (limit ${LIMITS.memory / MIB}), ${seconds.toFixed(0)} s`,
    );
    if (cpu > LIMITS.cpu || memory > LIMITS.memory) process.exitCode = 1;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const [role, from, to] = process.argv.slice(2);
if (role === 'bare' && from && to) await bare(from, to);
else if (role === 'product' && from && to) await product(from, to);
else await measure();
