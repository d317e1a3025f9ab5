// 40 photos of 12 megapixels from stored originals to ready pictures, through queue, database and
// storage, against a bare sharp loop that makes the same files, as many at once. Then the most
// memory that its processes take on photos of 48 megapixels. Limits: 0.8 of the rate, 1 GiB.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { PRESETS } from '#domain/files.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { processFile } from '#server/files/jobs.ts';
import { registerFileJobs, resumeProcessing } from '#server/files/process.ts';
import type { Context } from '#server/platform/context.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { makeCompany, makeProject, makeSubmission } from '#test/factories.ts';
import { makePhotos } from './photos.ts';
import { treeUse } from './process-tree.ts';
import { median } from './server-process.ts';

const MIB = 1024 ** 2;
const ROUNDS = 5;
const SETS = {
  '12mp': { photos: 40, width: 4000, height: 3000 },
  '48mp': { photos: 8, width: 8064, height: 6048 },
};
type SetName = keyof typeof SETS;
const LIMITS = { rate: 0.8, memory: 1024 * MIB };
const SYSTEM = { kind: 'system' } as const;

/** What a run came to: seconds, CPU seconds, and the most memory meanwhile, bytes, of all its processes. */
type Run = { seconds: number; cpu: number; memory: number };

/** Begins to measure; the result ends it and tells the parent. */
function measured(): () => void {
  let memory = 0;
  const look = () => {
    const { bytes, cpu } = treeUse(process.pid);
    memory = Math.max(memory, bytes);
    return cpu;
  };
  const looking = setInterval(look, 500);
  const [start, used] = [performance.now(), look()];
  return () => {
    const seconds = (performance.now() - start) / 1000;
    clearInterval(looking);
    const run: Run = { seconds, cpu: look() - used, memory };
    process.stdout.write(JSON.stringify(run));
  };
}

/** The same decode, cascade and quality as the product, and plain files. */
async function bare(folder: string, out: string) {
  sharp.concurrency(1);
  sharp.cache(false);
  mkdirSync(out, { recursive: true });
  const waiting = readdirSync(folder);
  const report = measured();
  const lane = async () => {
    for (let name = waiting.pop(); name; name = waiting.pop()) {
      let { data, info } = await sharp(join(folder, name))
        .autoOrient()
        .resize({ width: 2048, withoutEnlargement: true })
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (const width of PRESETS.toReversed()) {
        const raw = { width: info.width, height: info.height, channels: info.channels };
        if (width < info.width) {
          ({ data, info } = await sharp(data, { raw })
            .resize({ width })
            .raw()
            .toBuffer({ resolveWithObject: true }));
        }
        const now = { width: info.width, height: info.height, channels: info.channels };
        const webp = sharp(data, { raw: now }).webp({
          quality: width === 2048 ? 80 : 76,
          effort: 4,
        });
        await writeFile(join(out, `${name}-w${width}.webp`), await webp.toBuffer());
      }
    }
  };
  await Promise.all(Array.from({ length: processFile.concurrency }, lane));
  report();
}

/** The product's own worker on the embedded database. */
async function product(folder: string, dataDir: string) {
  const ctx = await createContext(readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' }));
  const company = await makeCompany(ctx);
  const { id: projectId } = await makeProject(ctx, company.id);
  const { id: submissionId } = await makeSubmission(ctx, projectId);
  for (const name of readdirSync(folder)) {
    await store(ctx, dataDir, { path: join(folder, name), projectId, submissionId });
  }
  await registerFileJobs(ctx);
  const done = Promise.withResolvers<void>();
  let waiting = readdirSync(folder).length;
  ctx.live.onEvent(() => --waiting === 0 && done.resolve());
  const report = measured();
  await resumeProcessing(ctx);
  await done.promise;
  report();
  const states = await ctx.db.as(SYSTEM, (tx) =>
    tx.selectFrom('files').select(['state', 'presets']).execute(),
  );
  if (states.some(({ state, presets }) => state !== 'ready' || presets.length !== PRESETS.length)) {
    throw new Error('not all photos became ready');
  }
  await ctx.close();
}

async function store(
  ctx: Context,
  dataDir: string,
  { path, ...of }: { path: string; projectId: string; submissionId: string },
) {
  const id = randomUUID();
  const filePath = originalKey(id);
  const stored = join(dataDir, 'storage', filePath);
  mkdirSync(dirname(stored), { recursive: true });
  copyFileSync(path, stored);
  const { sha256, crc32, bytes } = await hashFile(stored);
  const row = { ...of, id, filePath, sha256, crc32, fileSize: bytes, fileName: 'DJI.JPG' };
  await ctx.db.as(SYSTEM, (tx) =>
    tx
      .insertInto('files')
      .values({ ...row, fileType: 'image/jpeg', kind: 'photo' })
      .execute(),
  );
}

async function measure() {
  const dir = mkdtempSync(join(tmpdir(), 'overfly-ingest-bench-'));
  const run = (role: 'bare' | 'product', name: SetName): Run => {
    const out = join(dir, 'out');
    const answer = execFileSync(
      process.execPath,
      [import.meta.filename, role, join(dir, name), out],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    rmSync(out, { recursive: true });
    return JSON.parse(answer) as Run;
  };
  try {
    for (const name of ['12mp', '48mp'] as const) await makePhotos(join(dir, name), SETS[name]);
    const rounds = Array.from({ length: ROUNDS }, () => ({
      bare: run('bare', '12mp'),
      ours: run('product', '12mp'),
    }));
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    const ratio = of(({ ours, bare: loop }) => loop.seconds / ours.seconds);
    const cpu = (pick: (round: (typeof rounds)[number]) => Run) =>
      (of((round) => pick(round).cpu) / SETS['12mp'].photos).toFixed(2);
    const rate = ({ seconds }: Run) => (60 * SETS['12mp'].photos) / seconds;
    console.log(
      `${SETS['12mp'].photos} photos of 12 MP, ${processFile.concurrency} at once: ${of(({ ours }) => rate(ours)).toFixed(0)} a minute, ` +
        `bare sharp ${of(({ bare: loop }) => rate(loop)).toFixed(0)}, ratio ${ratio.toFixed(2)} (limit ${LIMITS.rate}); CPU a photo ` +
        `${cpu(({ ours }) => ours)} s against ${cpu(({ bare: loop }) => loop)} s (medians of ${ROUNDS})`,
    );
    const large = run('product', '48mp');
    const single = run('bare', '48mp');
    console.log(
      `${SETS['48mp'].photos} photos of 48 MP: at most ${(large.memory / MIB).toFixed(0)} MiB with the embedded database, ` +
        `bare sharp ${(single.memory / MIB).toFixed(0)} MiB (limit ${LIMITS.memory / MIB})`,
    );
    if (ratio < LIMITS.rate || large.memory > LIMITS.memory) process.exitCode = 1;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const [role, from, to] = process.argv.slice(2);
if (role === 'bare' && from && to) await bare(from, to);
else if (role === 'product' && from && to) await product(from, to);
else await measure();
