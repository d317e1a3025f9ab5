// Uploads files that are expensive to read to the real program with 1 GB of memory. It must keep responding, and each
// file must end as ready or with an error message. To add files: `node bench/hostile.bench.ts FOLDER`.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { tusClient } from '#test/tus.ts';
import { freePort } from '../scripts/test-database.mjs';
import { makeHostileFiles } from './hostile-files.ts';
import { memoryGroup, type MemoryGroup } from './memory-group.ts';
import { prepareUploader, type Uploader } from './uploader.ts';
import { treeUse } from './process-tree.ts';

const GB = 1024 ** 3;
const SAMPLE_MS = 100;
const TIMEOUT_MS = 30 * 60_000;
const ROOT = join(import.meta.dirname, '..');

const Files = z.object({
  files: z.array(
    z.object({ id: z.string(), state: z.string(), errorMessage: z.string().nullable() }),
  ),
});
const Uploads = z.object({
  uploads: z.array(z.object({ id: z.string(), errorMessage: z.string().nullable() })),
});

type Server = { child: ChildProcess; url: string; access: Uploader };

async function start(dataDir: string, enter: string): Promise<Server> {
  const port = await freePort();
  const settings = { DATA_DIR: dataDir, PORT: String(port), DEMO: '0', LOG_LEVEL: 'warn' };
  // oxlint-disable-next-line node/no-process-env -- passed on to the program
  const env = { ...process.env, ...settings };
  const access = prepareUploader(dataDir, env);
  const command = `${enter}; exec "$@"`;
  const program = [process.execPath, join(ROOT, 'server/main.ts'), 'serve'];
  const child = spawn('/bin/sh', ['-c', command, 'sh', ...program], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) await delay(SAMPLE_MS);
  return { child, url, access };
}

const isHealthy = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Samples memory and health until the returned function is called. */
function watch({ child, url }: Server, group: MemoryGroup | null) {
  const seen = { peak: 0, unanswered: 0, slowest: 0 };
  const memory = setInterval(() => {
    seen.peak = Math.max(seen.peak, group?.used() ?? treeUse(child.pid ?? 0).bytes);
  }, SAMPLE_MS);
  const over = new AbortController();
  const checking = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now();
      if (!(await isHealthy(url))) seen.unanswered++;
      seen.slowest = Math.max(seen.slowest, performance.now() - started);
      await delay(SAMPLE_MS);
    }
  })();
  return async () => {
    over.abort();
    clearInterval(memory);
    await checking;
    return seen;
  };
}

/** Results of the uploads by id, once processing has finished. */
async function outcomes({ url, access }: Server, count: number) {
  const get = async (what: string) => {
    const path = `${url}/api/operator/submissions/${access.submissionId}/${what}`;
    const answer = await fetch(path, { headers: { cookie: access.cookie } });
    return (await answer.json()) as unknown;
  };
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await delay(1000)) {
    const { files } = Files.parse(await get('files'));
    const { uploads } = Uploads.parse(await get('uploads'));
    const refused = uploads.filter(({ errorMessage }) => errorMessage !== null);
    const settled = files.filter(({ state }) => state !== 'processing');
    if (settled.length === files.length && files.length + refused.length === count) {
      return new Map([
        ...settled.map(({ id, state, errorMessage }) => [id, [state, errorMessage]] as const),
        ...refused.map(({ id, errorMessage }) => [id, ['refused', errorMessage]] as const),
      ]);
    }
  }
  throw new Error('some files were still being processed at the deadline');
}

async function run(paths: string[]) {
  const group = memoryGroup(GB);
  if (!group) console.log('A control group could not be created, so memory is not limited.');
  const dataDir = mkdtempSync(join(tmpdir(), 'overfly-hostile-'));
  const server = await start(dataDir, group?.enter ?? ':');
  const { child, url, access } = server;
  let isDead = false;
  child.once('exit', () => (isDead = true));
  const stop = watch(server, group);
  try {
    const client = tusClient(url, access.cookie);
    const names = new Map<string, string>();
    for (const path of paths) {
      const name = basename(path);
      await client.upload(access.submissionId, name, readFileSync(path)).then(
        (id) => names.set(id, name),
        (error: unknown) => console.log(`${name} | rejected before the upload | ${String(error)}`),
      );
    }
    const results = await outcomes(server, names.size);
    for (const [id, name] of names) console.log([name, ...(results.get(id) ?? [])].join(' | '));
  } finally {
    const { peak, unanswered, slowest } = await stop();
    const kills = group?.kills() ?? 0;
    console.log(`server ${isDead ? 'DEAD' : 'alive'}, ${unanswered} requests unanswered`);
    console.log(
      `slowest response ${Math.round(slowest)} ms, ${kills} processes ended by the kernel`,
    );
    console.log(`peak memory of the server and its child processes: ${Math.round(peak / 1e6)} MB`);
    if (isDead || unanswered > 0) process.exitCode = 1;
    else {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    group?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const [more] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'overfly-hostile-files-'));
const made = await makeHostileFiles(folder);
const extra = more ? readdirSync(more).map((name) => join(more, name)) : [];
await run([...made.map((name) => join(folder, name)), ...extra]);
rmSync(folder, { recursive: true, force: true });
