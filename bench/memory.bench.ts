// Resident memory of the real program and its child processes with each kind of database: idle, maximum while 40 photos
// of 18 megapixels are processed, and a minute later.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServerDatabase } from '#test/database.ts';
import { tusClient } from '#test/tus.ts';
import { freePort, startTestDatabase } from '../scripts/test-database.mjs';
import { makePhotos } from './photos.ts';
import { treeUse } from './process-tree.ts';
import { prepareUploader, type Uploader } from './uploader.ts';

const MB = 1e6;
const PHOTOS = { photos: 40, width: 4896, height: 3672 };
const IDLE_MB = { postgresql: 150, embedded: 400 };
const MAX_GROWTH_MB = 100;
/** How long the program takes to become idle after its start. */
const SETTLING_MS = 60_000;
const AFTER_MS = 60_000;
const ROOT = join(import.meta.dirname, '..');

type Kind = keyof typeof IDLE_MB;

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo().catch(() => false))) await delay(250);
}

/** Uploads all photos, two at a time, and waits until they are ready. */
async function ingest(url: string, folder: string, { cookie, submissionId }: Uploader) {
  const client = tusClient(url, cookie);
  const names = readdirSync(folder);
  const lane = async () => {
    for (let name = names.pop(); name; name = names.pop()) {
      await client.upload(submissionId, name, readFileSync(join(folder, name)));
    }
  };
  await Promise.all([lane(), lane()]);
  await until(async () => {
    const answer = await fetch(`${url}/api/operator/submissions/${submissionId}/files`, {
      headers: { cookie },
    });
    const text = await answer.text();
    return text.split('"state":"ready"').length - 1 === PHOTOS.photos;
  });
}

async function measure(kind: Kind, photos: string, databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'overfly-memory-bench-'));
  const port = await freePort();
  // Uses Node's compile cache, like scripts/start.mjs.
  const cache = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node') };
  const settings = { DATA_DIR: dataDir, PORT: String(port), DEMO: '0', LOG_LEVEL: 'warn' };
  const database = kind === 'embedded' ? {} : { DATABASE_URL: databaseUrl };
  // oxlint-disable-next-line node/no-process-env -- passed on to the program
  const env = { ...process.env, ...cache, ...settings, ...database };
  const access = prepareUploader(dataDir, env);
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts'), 'serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const now = () => treeUse(child.pid ?? 0).bytes;
  try {
    await until(async () => (await fetch(`${url}/api/health`)).ok);
    await delay(SETTLING_MS);
    const idle = now();
    let peak = idle;
    const looking = setInterval(() => (peak = Math.max(peak, now())), 500);
    await ingest(url, photos, access);
    clearInterval(looking);
    await delay(AFTER_MS);
    return { idle, peak, after: now() };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(kind: Kind, { idle, peak, after }: { idle: number; peak: number; after: number }) {
  const limits = { idle: IDLE_MB[kind], after: idle / MB + MAX_GROWTH_MB };
  const resultText = (name: keyof typeof limits, bytes: number) => {
    const ratio = bytes / MB / limits[name];
    if (ratio > 1) process.exitCode = 1;
    return `${name} ${(bytes / MB).toFixed(0)} MB, ${ratio.toFixed(2)} of the limit of ${limits[name].toFixed(0)}`;
  };
  console.log(
    `${kind}: ${resultText('idle', idle)}; ${resultText('after', after)}; peak ${(peak / MB).toFixed(0)} MB`,
  );
}

async function measureAll() {
  const folder = mkdtempSync(join(tmpdir(), 'overfly-memory-photos-'));
  const cluster = await startTestDatabase();
  // oxlint-disable-next-line node/no-process-env -- createServerDatabase reads it
  process.env['TEST_DATABASE_URL'] = cluster.url;
  try {
    await makePhotos(folder, PHOTOS);
    const { url } = await createServerDatabase();
    for (const kind of ['postgresql', 'embedded'] as const) {
      report(kind, await measure(kind, folder, url));
    }
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await measureAll();
