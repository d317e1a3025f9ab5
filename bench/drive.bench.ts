// Files of a stand-in of Google Drive brought into weeks, through the whole product on the embedded database:
// 200 photos of 12 megapixels until their pictures are ready, against the same files by upload, as many at
// once; the memory while a film of 4 GiB comes in; the requests that list a folder of 1,000 files. Limits: 0.8 of
// the rate, + 96 MiB, 10 requests. DRIVE_PHOTOS and DRIVE_ROUNDS for fewer or more, DRIVE_PARTS (list,film,photos)
// for one of the three.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '#server/app.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import type { Context } from '#server/platform/context.ts';
import { registerDriveJobs } from '#server/drive/transfers/work.ts';
import { registerFileJobs } from '#server/files/process.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { fileContent, longContent, type Content } from '#test/fixtures/google/content.ts';
import { Google } from '#test/fixtures/google/google.ts';
import { tusClient } from '#test/tus.ts';
import { makePhotos } from './photos.ts';
import { treeUse } from './process-tree.ts';
import { median } from './server-process.ts';

const MIB = 1024 ** 2;
// oxlint-disable-next-line node/no-process-env -- how much is measured
const { DRIVE_PHOTOS = '200', DRIVE_ROUNDS = '1', DRIVE_PARTS = 'list,film,photos' } = process.env;
const PHOTOS = { photos: Number(DRIVE_PHOTOS), width: 4000, height: 3000 };
const ROUNDS = Number(DRIVE_ROUNDS);
/** As many as the product fetches at once. */
const LANES = 4;
const FILM_BYTES = 4 * 1024 * MIB;
const LISTED = 1000;
const LIMITS = { rate: 0.8, memory: 96 * MIB, requests: 10 };
/** What makes the bytes a film: a box of type ftyp (ISO/IEC 14496-12, 4.3). */
const FILM = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex');

type Role = 'all' | 'film' | 'again';
type Site = { url: string; cookie: string; weeks: string[] };

/** The product; in the role `again` with what is there. */
async function serve(dataDir: string, drive: Config['drive'], role: Role) {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' });
  const ctx = await createContext({ ...config, drive });
  const app = await createApp(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  if (role === 'all') await registerFileJobs(ctx);
  await registerDriveJobs(ctx);
  const made = role === 'again' ? { cookie: '', weeks: [] } : await makeWeeks(ctx);
  const { port } = app.server.address() as AddressInfo;
  process.on('disconnect', () => void ctx.db.close().finally(() => process.exit(0)));
  process.send?.({ url: `http://127.0.0.1:${port}`, ...made } satisfies Site);
}

/** A week of a project of its own for each run: a project takes the same bytes once. */
async function makeWeeks(ctx: Context) {
  const { cookie } = await makePerson(ctx, 'operator');
  const company = await makeCompany(ctx);
  const weeks: string[] = [];
  while (weeks.length < 2 * ROUNDS + 1) {
    const project = await makeProject(ctx, company.id);
    weeks.push((await makeSubmission(ctx, project.id)).id);
  }
  return { cookie, weeks };
}

async function start(dataDir: string, google: Google, role: Role) {
  const drive = JSON.stringify(google.settings('service-account'));
  const child = fork(import.meta.filename, [role, dataDir, drive]);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the product ended')));
  const [site] = (await Promise.race([once(child, 'message'), ended])) as [Site];
  ended.catch(() => {});
  return { child, site };
}

const dataFolder = (dir: string) => mkdtempSync(join(dir, 'data-'));

async function stop(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

async function ask(site: Site, path: string, body?: object): Promise<string> {
  const response = await fetch(`${site.url}/api/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie: site.cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.text();
}

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await delay(200);
}

const areReady = (site: Site, week: string, count: number) => async () =>
  (await ask(site, `submissions/${week}/files`)).split('"state":"ready"').length - 1 === count;

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

const upload = (site: Site, week: string, folder: string) =>
  timed(async () => {
    const client = tusClient(site.url, site.cookie);
    const names = readdirSync(folder);
    const lane = async () => {
      for (let name = names.pop(); name; name = names.pop()) {
        await client.upload(week, name, readFileSync(join(folder, name)));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    await until(areReady(site, week, PHOTOS.photos));
  });

const bring = (site: Site, week: string, files: object[]) =>
  timed(async () => {
    await ask(site, `submissions/${week}/drive-imports`, { source: null, files });
    await until(areReady(site, week, PHOTOS.photos));
  });

async function comparePhotos(dir: string, google: Google) {
  const folder = join(dir, 'photos');
  await makePhotos(folder, PHOTOS);
  const files = readdirSync(folder).map((name) => {
    const { id } = google.items.add({ name, content: fileContent(join(folder, name)) });
    return { driveFileId: id, name };
  });
  const { child, site } = await start(dataFolder(dir), google, 'all');
  const rounds: { ours: number; upload: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [first = '', second = ''] = site.weeks.slice(2 * round);
    const seconds = { ours: 0, upload: 0 };
    const works = {
      upload: () => upload(site, first, folder),
      ours: () => bring(site, second, files),
    };
    // What comes first has the younger process: they take turns.
    const turns = round % 2 === 0 ? (['upload', 'ours'] as const) : (['ours', 'upload'] as const);
    for (const turn of turns) seconds[turn] = await works[turn]();
    rounds.push(seconds);
  }
  await stop(child);
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const rate = of((round) => round.upload / round.ours);
  const aMinute = (seconds: number) => ((60 * PHOTOS.photos) / seconds).toFixed(0);
  console.log(
    `${PHOTOS.photos} photos of 12 MP to ready: ${aMinute(of(({ ours }) => ours))} a minute imported, ` +
      `${aMinute(of((round) => round.upload))} uploaded, ratio ${rate.toFixed(2)} (limit ${LIMITS.rate}; median of ${ROUNDS}: ` +
      `${rounds.map((round) => (round.upload / round.ours).toFixed(2)).join(', ')})`,
  );
  if (rate < LIMITS.rate) process.exitCode = 1;
}

/** Of the length alone, but for its first bytes. */
function film(): Content {
  const body = longContent(FILM_BYTES);
  return {
    size: FILM_BYTES,
    async *read(from, to) {
      if (from < FILM.length) yield FILM.subarray(from, Math.min(to, FILM.length));
      yield* body.read(Math.max(from, FILM.length), to);
    },
  };
}

/** Beside the product as it is when it has started with its database there: making one leaves memory behind. */
async function measureFilm(dir: string, google: Google) {
  const item = google.items.add({ name: 'flight.mp4', mimeType: 'video/mp4', content: film() });
  const dataDir = dataFolder(dir);
  const first = await start(dataDir, google, 'film');
  await stop(first.child);
  const { child, site: again } = await start(dataDir, google, 'again');
  const site = { ...first.site, url: again.url };
  const [week = ''] = site.weeks;
  await ask(site, `submissions/${week}/files`);
  await delay(5000);
  const now = () => treeUse(child.pid ?? 0).bytes;
  const before = now();
  let peak = before;
  const looking = setInterval(() => (peak = Math.max(peak, now())), 250);
  const seconds = await timed(async () => {
    const files = [{ driveFileId: item.id, name: item.name }];
    await ask(site, `submissions/${week}/drive-imports`, { source: null, files });
    await until(async () => (await ask(site, `submissions/${week}/files`)).includes('flight.mp4'));
  });
  clearInterval(looking);
  await stop(child);
  console.log(
    `a film of 4 GiB: ${(FILM_BYTES / MIB / seconds).toFixed(0)} MiB/s, memory ${(before / MIB).toFixed(0)} MiB before, ` +
      `+ ${((peak - before) / MIB).toFixed(0)} MiB at most (limit ${LIMITS.memory / MIB})`,
  );
  if (peak - before > LIMITS.memory) process.exitCode = 1;
}

async function measureList(dir: string, google: Google) {
  const folder = google.items.addFolder('Flights');
  for (let index = 0; index < LISTED; index++) {
    google.items.add({ name: `DJI_${index}.JPG`, parents: [folder.id] });
  }
  const { child, site } = await start(dataFolder(dir), google, 'film');
  google.asked.length = 0;
  const link = `https://drive.google.com/drive/folders/${folder.id}`;
  const answer = await ask(site, 'drive/look', { link });
  const requests = google.countOf('GET /drive/v3/files?');
  const found = (JSON.parse(answer) as { files: { id: string; name: string }[] }).files;
  const files = found.map(({ id, name }) => ({ driveFileId: id, name }));
  const [week = ''] = site.weeks;
  const asking = await timed(async () => {
    await ask(site, `submissions/${week}/drive-imports`, { source: null, files });
  });
  await stop(child);
  console.log(
    `a folder of ${found.length} files: ${requests} requests (limit ${LIMITS.requests}); ` +
      `their import is begun in ${(asking * 1000).toFixed(0)} ms`,
  );
  if (requests > LIMITS.requests || found.length !== LISTED) process.exitCode = 1;
}

async function measure() {
  const dir = mkdtempSync(join(tmpdir(), 'overfly-drive-bench-'));
  const google = await new Google().listen();
  try {
    const parts = DRIVE_PARTS.split(',');
    if (parts.includes('list')) await measureList(dir, google);
    if (parts.includes('film')) await measureFilm(dir, google);
    if (parts.includes('photos')) await comparePhotos(dir, google);
  } finally {
    await google.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

const [role, dataDir, drive] = process.argv.slice(2);
if (role && dataDir && drive) {
  await serve(dataDir, JSON.parse(drive) as Config['drive'], role as Role);
} else await measure();
