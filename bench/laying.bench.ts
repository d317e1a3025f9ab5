// Photos of the sample site laid on new references: how long a list waits meanwhile, and how soon pictures of new photos
// are ready, each against the same without. Limits: 1.5 x the p99, 0.75 of the rate.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProjectViewpoint, ViewpointHistory } from '#domain/viewpoint-history.ts';
import type { SystemState } from '#domain/system.ts';
import { registerPhoto } from '#server/viewpoints/jobs.ts';
import { tusClient } from '#test/tus.ts';
import makeSampleSite from '../e2e/make-sample-site.ts';
import { startProgram } from '../e2e/program.ts';
import { OPERATOR, PASSWORD, PROJECT } from '../e2e/sample-site.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { get, load } from './http-load.ts';
import { makePhotos } from './photos.ts';
import { median } from './server-process.ts';

const LIMITS = { p99: 1.5, rate: 0.75 };
const ROUNDS = 3;
const PHOTOS = { photos: 16, width: 4000, height: 3000 };
const SECONDS = 5;

await ensureWebBuild();
const removeSite = await makeSampleSite();
const program = await startProgram();
const folder = mkdtempSync(join(tmpdir(), 'overfly-laying-'));
let cookie = '';

async function ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${program.url}/api${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  cookie ||= answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return (await answer.json()) as T;
}

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await delay(200);
}

const pairsLeft = async (): Promise<number> => {
  const { jobs } = await ask<SystemState>('/operator/system');
  const pairs = jobs.find(({ name }) => name === registerPhoto.name);
  return (pairs?.waiting ?? 0) + (pairs?.running ?? 0);
};

/** Each viewpoint of the project gets another reference, so that all of its photos are laid anew. */
async function layAll(projectId: string): Promise<void> {
  const { viewpoints } = await ask<{ viewpoints: ProjectViewpoint[] }>(
    `/projects/${projectId}/viewpoints`,
  );
  for (const { id } of viewpoints) {
    const { photos, referenceId } = await ask<ViewpointHistory>(`/viewpoints/${id}`);
    const other = photos.find((photo) => photo.id !== referenceId);
    if (other) await ask(`/operator/viewpoints/${id}/reference`, 'PUT', { fileId: other.id });
  }
  await until(async () => (await pairsLeft()) > 0);
}

/** Rejects when all had been laid before the work ended: then it was not beside it. */
async function besideLaying<T>(projectId: string, work: () => Promise<T>): Promise<T> {
  await layAll(projectId);
  const done = await work();
  if ((await pairsLeft()) === 0) throw new Error('the pairs were laid too soon');
  return done;
}

const isQuiet = () => until(async () => (await pairsLeft()) === 0);

type Round = Record<'p99' | 'quiet' | 'busy' | 'rate' | 'alone' | 'beside', number>;

/** Milliseconds. */
const listP99 = async () => {
  const request = get('/api/projects', `cookie: ${cookie}`);
  const port = Number(new URL(program.url).port);
  return (await load(port, () => request, { connections: 2, seconds: SECONDS })).p99;
};

/** Seconds until new photos in a new draft have their pictures. */
async function ingest(projectId: string, round: string): Promise<number> {
  const photos = join(folder, round);
  await makePhotos(photos, PHOTOS);
  const draft = { projectId, title: `Laying ${round}`, submissionType: 'article' };
  const { id } = await ask<{ id: string }>('/operator/submissions', 'POST', draft);
  const client = tusClient(program.url, cookie);
  const start = performance.now();
  for (const name of readdirSync(photos))
    await client.upload(id, `${round}-${name}`, readFileSync(join(photos, name)));
  await until(async () => {
    const { files } = await ask<{ files: { state: string }[] }>(
      `/operator/submissions/${id}/files`,
    );
    return files.filter(({ state }) => state === 'ready').length === PHOTOS.photos;
  });
  return (performance.now() - start) / 1000;
}

try {
  await ask('/session', 'POST', { email: OPERATOR, password: PASSWORD });
  const { projects } = await ask<{ projects: { id: string; name: string }[] }>('/projects');
  const laid = projects.find(({ name }) => name === PROJECT);
  const other = projects.find(({ name }) => name !== PROJECT);
  if (!laid || !other) throw new Error('the sample site has too few projects');
  await isQuiet();
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [quiet, alone] = [await listP99(), await ingest(other.id, `${round}-alone`)];
    await isQuiet();
    const busy = await besideLaying(laid.id, listP99);
    await isQuiet();
    const beside = await besideLaying(laid.id, () => ingest(other.id, `${round}-beside`));
    await isQuiet();
    rounds.push({ p99: busy / quiet, quiet, busy, rate: alone / beside, alone, beside });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const [p99, rate] = [of((round) => round.p99), of((round) => round.rate)];
  console.log(
    `list while photos are laid: p99 ${of(({ busy }) => busy).toFixed(1)} ms, else ${of(({ quiet }) => quiet).toFixed(1)} ms, ` +
      `${p99.toFixed(2)} x (limit ${LIMITS.p99})\n` +
      `${PHOTOS.photos} photos meanwhile ${of(({ beside }) => beside).toFixed(1)} s, else ${of(({ alone }) => alone).toFixed(1)} s, ` +
      `${rate.toFixed(2)} of the rate (limit ${LIMITS.rate}); medians of ${ROUNDS}`,
  );
  if (p99 > LIMITS.p99 || rate < LIMITS.rate) process.exitCode = 1;
} finally {
  await program.stop();
  await removeSite();
  rmSync(folder, { recursive: true, force: true });
}
