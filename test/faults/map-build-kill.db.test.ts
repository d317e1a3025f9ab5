import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { StaffFile } from '#domain/files.ts';
import type { MapBuild } from '#domain/map-builds.ts';
import { makeMap } from '../fixtures/map-builds.ts';
import { startEngine } from '../programs/map-engine.ts';
import { startWithSubmissions } from './program-with-submissions.ts';

const PHOTOS = 8;
/** Large enough that its download is still running when the process is killed. */
const CLOUD_BYTES = 128 * 1024 ** 2;
/** The claim of a killed process lasts 45 s. */
const RECOVERY = { timeout: 120_000, interval: 500 };
const SERVER_ENGINE_ID = '00000000-0000-4000-8000-000000000001';

const engine = await startEngine();
const { program, cookie, weekIds, close } = await startWithSubmissions(
  3,
  { ENGINE_URL: engine.url },
  PHOTOS,
);
afterAll(async () => {
  await close();
  await engine.close();
});

async function ask<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${program.url}/api/operator${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as T;
}
const start = (submissionId: string) =>
  ask(`/submissions/${submissionId}/map-builds`, { submissionId, engineId: SERVER_ENGINE_ID });
const buildOf = async (id: string) =>
  (await ask<{ builds: MapBuild[] }>(`/submissions/${id}/map-builds`)).builds[0];
const filesOf = async (id: string) =>
  (await ask<{ files: StaffFile[] }>(`/submissions/${id}/files`)).files;

/** As an engine does when a task changes; webhooks to a program that isn't running are lost. */
const notify = () =>
  Promise.allSettled(
    [...engine.tasks.values()].map(({ webhook }) => fetch(webhook ?? '', { method: 'POST' })),
  );

/** How often the archive of each task was requested. */
const downloads = new Map<string, number>();

/** Gives each task its own results, because a project can't have the same file twice. */
async function prepareArchive(path: string) {
  const task = path.split('/')[2] ?? '';
  downloads.set(task, (downloads.get(task) ?? 0) + 1);
  engine.results.set('odm_dem/dsm.tif', await makeMap(620_000 + downloads.size * 100));
  engine.results.set(
    'odm_georeferencing/odm_georeferenced_model.laz',
    Buffer.concat([Buffer.from(task), randomBytes(1)], CLOUD_BYTES),
  );
}

test('three builds survive kills while they download, send and commit', async () => {
  const [downloading = '', sending = '', committing = ''] = weekIds;
  engine.onRequest = async (path) => {
    if (path.endsWith('all.zip')) await prepareArchive(path);
  };
  await start(downloading);
  await expect.poll(async () => (await buildOf(downloading))?.state, RECOVERY).toBe('building');
  engine.finish(40);

  const reached = Promise.withResolvers<void>();
  const restarted = Promise.withResolvers<void>();
  let uploads = 0;
  engine.onRequest = async (path) => {
    if (path.endsWith('all.zip')) await prepareArchive(path);
    if (!path.includes('/upload/') || ++uploads < PHOTOS / 2) return;
    reached.resolve();
    await restarted.promise;
  };
  await start(sending);
  await reached.promise;
  const isDownloading = async () => {
    const paths = await readdir(join(program.dataDir, 'work'), { recursive: true });
    return paths.some((name) => name.endsWith('all.zip'));
  };
  await notify();
  await expect.poll(isDownloading, { ...RECOVERY, interval: 1 }).toBe(true);
  await program.restart('SIGKILL');
  restarted.resolve();

  const commits: Promise<void>[] = [];
  engine.onRequest = async (path) => {
    if (path.endsWith('all.zip')) await prepareArchive(path);
    if (path.includes('/commit/') && commits.length === 0) commits.push(program.restart('SIGKILL'));
  };
  await start(committing);
  await expect.poll(() => commits, RECOVERY).toHaveLength(1);
  await commits[0];

  const states = async () => {
    await notify();
    engine.finish(40);
    return Promise.all(weekIds.map(async (id) => (await buildOf(id))?.state));
  };
  await expect.poll(states, RECOVERY).toEqual(['done', 'done', 'done']);
  await expect.poll(() => engine.tasks.size, RECOVERY).toBe(0);
  expect([...downloads.values()].toSorted((a, b) => a - b)).toEqual([1, 1, 2]);
  const sent = [...downloads.keys()].map((id) => [
    ...(engine.removed.get(id)?.images.keys() ?? []),
  ]);
  const photoNames: string[] = [];
  for (const id of weekIds) {
    const files = await filesOf(id);
    const photos = files.filter(({ kind }) => kind === 'photo');
    expect(photos).toHaveLength(PHOTOS);
    expect(files).toHaveLength(PHOTOS + 2);
    photoNames.push(...photos.map((photo) => `${photo.id}.JPG`));
  }
  expect(sent.flat().toSorted()).toEqual(photoNames.toSorted());
}, 180_000);
