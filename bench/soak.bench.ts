// A site of two web and two worker processes on PostgreSQL in use for half an hour: people upload weeks and publish them,
// clients look, and one web and one worker process are killed in turn. At the end each acknowledged byte is counted and
// hashed; the memory of the two that lived on is compared with that of the start. SOAK_MINUTES for less.
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pictureUrl, type StaffFile, type SubmissionFile } from '#domain/files.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { startPersistentUpload } from '#test/faults/persistent-upload.ts';
import { startProcesses } from '#test/faults/several-processes.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { startTestDatabase } from '../scripts/test-database.mjs';
import { treeUse } from './process-tree.ts';
import { median } from './server-process.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 30);
const MOST_GROWTH = 1.2;
const PHOTOS = 10;
const KILL_EVERY_MS = 20_000;
const LOOK_EVERY_MS = 250;
const SAMPLE_EVERY_MS = 2000;
const PATIENCE_MS = 300_000;
const MIB = 1024 ** 2;

type Site = Awaited<ReturnType<typeof startProcesses>>;
type Acknowledged = { id: string; sha256: string; bytes: number };
type Soak = {
  site: Site;
  projectId: string;
  staff: string;
  client: string;
  photo: Buffer;
  over: AbortSignal;
  acknowledged: Acknowledged[];
  published: string[];
  /** How often something was looked at, and what the answer was where it was not 200. */
  views: number;
  failed: string[];
  kills: number;
};

/** Pauses; ends at once when the soak is over. */
const pause = (milliseconds: number, over: AbortSignal) =>
  delay(milliseconds, undefined, { signal: over }).catch(() => {});

/** Asks as a proxy does for what only reads or may be repeated: a line that broke is tried again. */
async function ask(
  { site }: Soak,
  cookie: string,
  path: string,
  method = 'GET',
): Promise<Response> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(site.url + path, { method, headers: { cookie }, signal });
      const bytes = await answer.arrayBuffer();
      return new Response(bytes, { status: answer.status });
    } catch (error) {
      if (Date.now() > until) throw error;
      await delay(100);
    }
  }
}

async function look(soak: Soak, path: string, cookie = soak.client): Promise<Response> {
  const answer = await ask(soak, cookie, path);
  soak.views++;
  if (answer.status !== 200) soak.failed.push(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Photos of a week, each of which the server has said that it has. */
async function uploadWeek(soak: Soak, submissionId: string): Promise<void> {
  for (let index = 0; index < PHOTOS; index++) {
    const bytes = Buffer.concat([soak.photo, randomBytes(16)]);
    const target = { url: soak.site.url, cookie: soak.staff, submissionId, waitsAfter: Infinity };
    const chunkBytes = Math.ceil(bytes.length / 3);
    const upload = startPersistentUpload({ ...target, fileName: 'DJI.JPG', chunkBytes }, bytes);
    const id = await upload.done;
    if (upload.lostBytes() > 0) soak.failed.push(`${id}: ${upload.lostBytes()} bytes were lost`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    soak.acknowledged.push({ id, sha256, bytes: bytes.length });
  }
}

/** Makes one week after another: uploads, waits for the pictures, publishes. */
async function work(soak: Soak): Promise<void> {
  while (!soak.over.aborted) {
    const { id } = await makeSubmission(soak.site.ctx, soak.projectId);
    await uploadWeek(soak, id);
    const isReady = async () => {
      const answer = await look(soak, `/api/operator/submissions/${id}/files`, soak.staff);
      if (answer.status !== 200) return false;
      const { files } = (await answer.json()) as { files: StaffFile[] };
      return files.filter(({ state }) => state === 'ready').length === PHOTOS;
    };
    const until = Date.now() + PATIENCE_MS;
    while (!(await isReady()) && Date.now() < until) await delay(500);
    const publish = `/api/operator/submissions/${id}/publish`;
    const answer = await ask(soak, soak.staff, publish, 'POST');
    if (answer.status === 200) soak.published.push(id);
    else soak.failed.push(`publishing ${id}: ${answer.status} ${await answer.text()}`);
  }
}

/** Looks at what a client looks at: projects, weeks, a week and one of its pictures. */
async function watch(soak: Soak): Promise<void> {
  while (!soak.over.aborted) {
    await look(soak, '/api/projects');
    await look(soak, `/api/projects/${soak.projectId}/submissions`);
    const week = soak.published[Math.floor(Math.random() * soak.published.length)];
    if (week !== undefined) {
      const answer = await look(soak, `/api/submissions/${week}/files`);
      const { files } = (await answer.json()) as { files: SubmissionFile[] };
      const file = files[Math.floor(Math.random() * files.length)];
      if (file) await look(soak, pictureUrl(file.mediaUrl, 512));
    }
    await pause(LOOK_EVERY_MS, soak.over);
  }
}

/** Kills the second web and the second worker process in turn; the first of each lives on, for its memory. */
async function kill(soak: Soak): Promise<void> {
  const [, web] = soak.site.web;
  const [, worker] = soak.site.work;
  for (;;) {
    await pause(KILL_EVERY_MS, soak.over);
    if (soak.over.aborted) return;
    await (soak.kills++ % 2 === 0 ? worker : web)?.restart('SIGKILL');
  }
}

/** Memory, bytes, of what lives on, with what it started, every two seconds. */
async function weigh({ site, over }: Soak): Promise<{ web: number[]; worker: number[] }> {
  const samples = { web: [] as number[], worker: [] as number[] };
  while (!over.aborted) {
    samples.web.push(treeUse(site.web[0]?.pid ?? 0).bytes);
    samples.worker.push(treeUse(site.work[0]?.pid ?? 0).bytes);
    await pause(SAMPLE_EVERY_MS, over);
  }
  return samples;
}

/** Waits until nothing is left to do, then counts and hashes all that was acknowledged, in the store itself. */
async function lostOf({ site, acknowledged }: Soak): Promise<string[]> {
  const unfinished = async () =>
    (await site.ctx.queue.counts()).some((job) => job.waiting + job.running > 0);
  const until = Date.now() + PATIENCE_MS;
  while ((await unfinished()) && Date.now() < until) await delay(500);
  const rows = await site.ctx.db.as({ kind: 'system' }, (tx) =>
    tx.selectFrom('files').select(['id', 'filePath', 'sha256', 'state']).execute(),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const lost: string[] = [];
  for (const { id, sha256 } of acknowledged) {
    const row = known.get(id);
    const stored =
      row &&
      (await site.ctx.storage.withLocalFile(row.filePath, async (path) =>
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ));
    if (stored !== sha256 || row?.sha256 !== sha256 || row.state !== 'ready')
      lost.push(`${id} ${row?.state ?? 'missing'}`);
  }
  if (rows.length !== acknowledged.length)
    lost.push(`${rows.length} files for ${acknowledged.length} acknowledged uploads`);
  return lost;
}

/** The first fifth after the first, in which everything is used for the first time, against the last fifth. */
function growthOf(name: string, samples: number[]): number {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const start = median(samples.slice(fifth, 2 * fifth));
  const end = median(samples.slice(-fifth));
  const growth = end / start;
  console.log(
    `  memory of the ${name}: ${(start / MIB).toFixed(0)} MiB at the start, ${(end / MIB).toFixed(0)} at the end: ` +
      `${growth.toFixed(2)} (at most ${MOST_GROWTH})`,
  );
  return growth;
}

async function soakOf(site: Site, over: AbortSignal): Promise<Soak> {
  await Promise.all(site.web.map((member) => member.ready()));
  const company = await makeCompany(site.ctx);
  return {
    site,
    projectId: (await makeProject(site.ctx, company.id)).id,
    staff: (await makePerson(site.ctx, 'operator')).cookie,
    client: (await makePerson(site.ctx, 'client', { companyId: company.id })).cookie,
    photo: await jpegPhoto({ width: 1600, height: 1200 }),
    over,
    acknowledged: [],
    published: [],
    views: 0,
    failed: [],
    kills: 0,
  };
}

const cluster = await startTestDatabase();
process.env['TEST_DATABASE_URL'] = cluster.url;
const site = await startProcesses();
try {
  const soak = await soakOf(site, AbortSignal.timeout(MINUTES * 60_000));
  const weighing = weigh(soak);
  await Promise.all([work(soak), work(soak), watch(soak), watch(soak), kill(soak)]);
  const samples = await weighing;
  const { acknowledged, published, views, failed, kills } = soak;
  const lost = await lostOf(soak);
  const bytes = acknowledged.reduce((sum, upload) => sum + upload.bytes, 0);
  console.log(
    `${MINUTES} minutes: ${acknowledged.length} photos (${(bytes / MIB).toFixed(0)} MiB) in ${published.length} weeks, ` +
      `${views} views, ${kills} kills\n  lost or not processed: ${lost.length}, views that failed: ${failed.length} (none)`,
  );
  for (const line of [...lost, ...failed].slice(0, 20)) console.log(`  ${line}`);
  const growths = [growthOf('web process', samples.web), growthOf('worker', samples.worker)];
  const isFlat = growths.every((growth) => growth <= MOST_GROWTH);
  if (lost.length > 0 || failed.length > 0 || !isFlat) process.exitCode = 1;
} finally {
  await site.close();
  await cluster.stop();
}
