// From `npm start` on an empty directory to the first published week that a client sees, with the
// packages installed and the pages built. The limits are what a newcomer waits for without wondering.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../scripts/test-database.mjs';

const LIMITS = { serving: 15, firstWeek: 60, everything: 300 };
const CLIENT = { email: 'client@overfly.example', password: 'overfly-demo-2026' };
const ROOT = join(import.meta.dirname, '..');

type Submissions = { submissions: unknown[] };
type Projects = { projects: { id: string; submissionCount: number }[] };

async function start(dataDir: string, port: number) {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
  const child = spawn('npm', ['start'], { cwd: ROOT, env, detached: true, stdio: 'ignore' });
  const stop = async () => {
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await once(child, 'exit');
  };
  return { stop };
}

/** Seconds from the start until `isThere` says so. */
async function secondsUntil(begin: number, isThere: () => Promise<boolean>): Promise<number> {
  while (!(await isThere().catch(() => false))) await delay(100);
  return (performance.now() - begin) / 1000;
}

async function signIn(origin: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CLIENT),
  });
  return { cookie: String(answer.headers.get('set-cookie')).split(';')[0] ?? '' };
}

async function measure(origin: string) {
  const begin = performance.now();
  const serving = await secondsUntil(begin, async () => (await fetch(`${origin}/api/health`)).ok);
  const headers = await signIn(origin);
  const read = async <T>(path: string) =>
    (await (await fetch(`${origin}/api${path}`, { headers })).json()) as T;
  const weeks = async () => {
    const { projects } = await read<Projects>('/projects');
    const lists = projects.map(({ id }) =>
      read<Submissions>(`/projects/${id}/submissions`).then(
        ({ submissions }) => submissions.length,
      ),
    );
    return (await Promise.all(lists)).reduce((sum, count) => sum + count, 0);
  };
  const firstWeek = await secondsUntil(begin, async () => (await weeks()) >= 1);
  const everything = await secondsUntil(begin, async () => (await weeks()) >= 11);
  return { serving, firstWeek, everything };
}

const dataDir = await mkdtemp(join(tmpdir(), 'overfly-bench-'));
const port = await freePort();
const program = await start(dataDir, port);
try {
  const measured = await measure(`http://127.0.0.1:${port}`);
  for (const [name, limit] of Object.entries(LIMITS)) {
    const seconds = measured[name as keyof typeof LIMITS];
    const ratio = seconds / limit;
    process.stdout.write(
      `${name}: ${seconds.toFixed(1)} s, ${ratio.toFixed(2)} of the limit of ${limit} s\n`,
    );
    if (ratio > 1) process.exitCode = 1;
  }
} finally {
  await program.stop();
  await rm(dataDir, { recursive: true, force: true });
}
