import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffFile } from '#domain/files.ts';
import { LiveMessage } from '#domain/live.ts';
import { makeProjectWithPeople, makePerson, makeSubmission } from '../factories.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { startPersistentUpload } from './persistent-upload.ts';
import { startProcesses } from './several-processes.ts';

/** For any single event on a busy machine. */
const BUSY_TIMEOUT = { timeout: 60_000, interval: 50 };
const PHOTO_EVERY = 10;
/** About as fast as people upload, rather than as fast as the machine allows. */
const PACE_MS = 50;
const MAX_RETRIES = 3;

let site: Awaited<ReturnType<typeof startProcesses>>;
let cookie = '';

beforeAll(async () => {
  site = await startProcesses();
  ({ cookie } = await makePerson(site.ctx, 'operator'));
}, 120_000);
afterAll(() => site?.close());

type Options = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };
const ask = (url: string, path: string, options: Options = {}) =>
  fetch(`${url}/api${path}`, {
    ...options,
    headers: {
      cookie,
      ...(options.body && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    signal: AbortSignal.timeout(BUSY_TIMEOUT.timeout),
  });

/**
 * Requests a page through the proxy. A killed process breaks the connection. In that case, this retries, as proxies do
 * for GET requests; the retry may reach the process that is still shutting down.
 */
async function view(path: string, retries = 0): Promise<{ status: number; body: string }> {
  try {
    const answer = await ask(site.url, path);
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    if (retries === MAX_RETRIES) throw error;
    return await view(path, retries + 1);
  }
}

/** Simulates people who upload and view files through the proxy, until stopped. */
function startLoad(submissionId: string) {
  const acknowledged: string[] = [];
  const failed: string[] = [];
  const stopped = new AbortController();
  let count = 0;
  const upload = async () => {
    const isPhoto = count++ % PHOTO_EVERY === 0;
    const text = randomBytes(1000).toString('hex');
    const exif = { IFD0: { ImageDescription: text.slice(0, 16) } };
    const bytes = isPhoto ? await jpegPhoto({ width: 320, height: 240, exif }) : Buffer.from(text);
    const target = { url: site.url, cookie, submissionId, pauseAfterChunks: Infinity };
    const fileName = isPhoto ? 'DJI.JPG' : 'notes.txt';
    const chunkBytes = Math.ceil(bytes.length / 2);
    const id = await startPersistentUpload({ ...target, fileName, chunkBytes }, bytes).done;
    acknowledged.push(`${id} ${createHash('sha256').update(bytes).digest('hex')}`);
  };
  const viewSubmission = async () => {
    const { status, body } = await view(`/operator/submissions/${submissionId}`);
    if (status !== 200) failed.push(`${status} ${body}`);
  };
  const lane = async () => {
    while (!stopped.signal.aborted)
      await Promise.all([upload().then(viewSubmission), pause(PACE_MS)]);
  };
  const lanes = Promise.all([lane(), lane()]);
  // `stop` reports the error.
  lanes.catch(() => {});
  return {
    acknowledged,
    failed,
    /** Resolves after this many more uploads have been acknowledged. */
    async continues(more = 4) {
      const enough = acknowledged.length + more;
      await expect.poll(() => acknowledged.length, BUSY_TIMEOUT).toBeGreaterThanOrEqual(enough);
    },
    async stop() {
      stopped.abort();
      await lanes;
    },
  };
}

const filesOf = async (submissionId: string) => {
  const { body } = await view(`/operator/submissions/${submissionId}/files`);
  return (JSON.parse(body) as { files: StaffFile[] }).files;
};
const unfinishedJobs = async () =>
  (await site.ctx.queue.counts()).filter((job) => job.waiting + job.running + job.givenUp > 0);

test('keeps serving and loses no acknowledged upload while each process is killed or restarted', async () => {
  const [web0, web1] = site.web;
  const [work0, work1] = site.work;
  const { project } = await makeProjectWithPeople(site.ctx);
  const { id: submissionId } = await makeSubmission(site.ctx, project.id);
  const load = startLoad(submissionId);
  await load.continues();
  await work0?.restart('SIGKILL');
  await web0?.restart('SIGKILL');
  await load.continues();
  await web0?.ready();
  await work1?.restart('SIGTERM');
  await web1?.restart('SIGTERM');
  await load.continues();
  await web1?.ready();
  await load.continues();
  await load.stop();

  expect(load.failed).toEqual([]);
  await expect.poll(unfinishedJobs, BUSY_TIMEOUT).toEqual([]);
  const files = await filesOf(submissionId);
  expect(files.filter(({ state }) => state !== 'ready')).toEqual([]);
  expect(files.map(({ id, sha256 }) => `${id} ${sha256}`).sort()).toEqual(load.acknowledged.sort());
  expect(await readdir(join(site.dataDir, 'uploads'))).toEqual([]);
}, 300_000);

/** Submissions whose changes this process's live channel has reported. */
async function listen(url: string) {
  const changedIds = new Set<string>();
  const ready = Promise.withResolvers<void>();
  const address = `${url.replace('http', 'ws')}/api/live`;
  // Node's WebSocket accepts headers, unlike the DOM type.
  const socket = Reflect.construct(WebSocket, [address, { headers: { cookie } }]) as WebSocket;
  socket.addEventListener('message', ({ data }) => {
    const message = LiveMessage.parse(JSON.parse(String(data)));
    if (message.kind === 'ready') ready.resolve();
    if (message.kind === 'event' && message.event.type === 'submission.changed')
      changedIds.add(message.event.submissionId);
  });
  socket.addEventListener('error', () => ready.reject(new Error('the live channel did not open')));
  await ready.promise;
  return { changedIds, close: () => socket.close() };
}

test('shares live events, ended sessions and password guesses between processes', async () => {
  const { ctx, web } = site;
  const { project } = await makeProjectWithPeople(ctx);
  for (const [here, there] of [web, web.toReversed()]) {
    const { id } = await makeSubmission(ctx, project.id);
    const channel = await listen(there?.url ?? '');
    const body = JSON.stringify({ title: 'Changed by another process' });
    const changed = await ask(here?.url ?? '', `/operator/submissions/${id}`, {
      method: 'PATCH',
      body,
    });
    expect(changed.status).toBe(200);
    await expect.poll(() => channel.changedIds, BUSY_TIMEOUT).toContain(id);
    channel.close();
  }

  const other = await makePerson(ctx, 'operator');
  const asOther = { headers: { cookie: other.cookie } };
  const statusAt = async (url = '') => (await ask(url, '/operator/submissions', asOther)).status;
  expect(await Promise.all(web.map(({ url }) => statusAt(url)))).toEqual([200, 200]);
  const signedOut = await ask(web[0]?.url ?? '', '/session', { ...asOther, method: 'DELETE' });
  expect(signedOut.status).toBe(200);
  await expect.poll(() => statusAt(web[1]?.url), BUSY_TIMEOUT).toBe(401);

  const guess = (index: number) =>
    ask(web[index % 2]?.url ?? '', '/session', {
      method: 'POST',
      body: JSON.stringify({ email: other.email, password: `guess number ${index}` }),
    });
  const statuses = [];
  for (let index = 0; index < 12; index++) statuses.push((await guess(index)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
}, 120_000);
