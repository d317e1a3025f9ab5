import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DownloadSelection } from '#domain/downloads.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { type Site, runSite } from '#test/site.ts';
import {
  makeCompany,
  makeDownload,
  makeFile,
  makePerson,
  makeProject,
  makeSubmission,
  signInAs,
} from '#test/factories.ts';
import { withHangingDownload } from '#test/fixtures/hanging-storage.ts';
import { readEntry, readZip } from '#test/fixtures/zip-reader.ts';
import { sweepDownloads } from './prepared.ts';

const DAY_MS = 86_400_000;
const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const company = await makeCompany(ctx);
  return {
    company,
    client: await makePerson(ctx, 'client', { companyId: company.id }),
    colleague: await makePerson(ctx, 'client', { companyId: company.id }),
    manager: await makePerson(ctx, 'project_manager'),
  };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

/** A project with two published submissions, a draft on the day of the second, and their files. */
async function makeVisits() {
  const { ctx } = site;
  const project = await makeProject(ctx, world.company.id, { name: 'Tower A/B' });
  const [first, second, twin] = [
    await makeSubmission(ctx, project.id, { published: true, title: 'One' }),
    await makeSubmission(ctx, project.id, { published: true, title: 'Two' }),
    await makeSubmission(ctx, project.id, { published: true, title: 'Two: again' }),
  ];
  const record = 'update submissions set recorded_date = $2 where id = any($1::uuid[])';
  await site.change(record, [first.id], '2026-10-12');
  await site.change(record, [second.id, twin.id], '2026-10-19');
  const photo = await makeFile(ctx, first, { fileName: 'DJI_0001.JPG' });
  await makeFile(ctx, first, { fileName: 'dji_0001.jpg' });
  const pdf = { kind: 'document', fileType: 'application/pdf' } as const;
  await makeFile(ctx, first, { ...pdf, fileName: 'Report.pdf' });
  await makeFile(ctx, second, { fileName: 'DJI_0001.JPG' });
  await makeFile(ctx, twin, { ...pdf, fileName: 'Site map.pdf' });
  const draft = await makeSubmission(ctx, project.id);
  await makeFile(ctx, draft);
  return { project, first, second, photo, draft };
}

const all = (projectId: string, changes: Partial<DownloadSelection> = {}): DownloadSelection => ({
  projectId,
  submissionIds: null,
  kinds: ['photos', 'videos', 'maps', 'documents'],
  size: 'original',
  ...changes,
});
const api = (who = world.client) => site.as(who).downloads;
const get = (url: string, headers: Record<string, string> = {}, cookie = world.client.cookie) =>
  site.inject({ url, headers: { cookie, ...headers } });
const bytesOf = async (url: string) => (await get(url)).rawPayload;
const entriesOf = (bytes: Buffer) =>
  readZip({
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end + 1),
  });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function expectRefused(url: string, status: number, code: string, cookie?: string) {
  const answer = await get(url, {}, cookie);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  expect(answer.headers['cache-control']).toBe('no-store');
}

describe('a download of many weeks', () => {
  test('has the measured size and readable folder names', async () => {
    const { project } = await makeVisits();
    const measured = await api().measure(all(project.id));
    const download = await api().prepare(all(project.id));
    const bytes = await bytesOf(download.url);
    expect(bytes.length).toBe(measured.bytes);
    expect(download).toMatchObject({
      bytes: bytes.length,
      fileCount: 5,
      fileName: 'Tower A-B - 2026-10-12 to 2026-10-19.zip',
      kinds: ['photos', 'maps', 'documents'],
      end: null,
    });
    expect((await entriesOf(bytes)).map(({ name }) => name).sort()).toEqual([
      'Tower A-B/2026-10-12 Week 2 of October/Documents/Report.pdf',
      'Tower A-B/2026-10-12 Week 2 of October/Photos/DJI_0001.JPG',
      'Tower A-B/2026-10-12 Week 2 of October/Photos/dji_0001 (2).jpg',
      'Tower A-B/2026-10-19 Week 3 of October - Two/Photos/DJI_0001.JPG',
      'Tower A-B/2026-10-19 Week 3 of October - Two_ again/Maps/Site map.pdf',
    ]);
    expect(download.weeks.map(({ fileCount }) => fileCount)).toEqual(
      expect.arrayContaining([1, 1, 3]),
    );
    const photos = measured.ofKinds.map(({ kind, fileCount }) => [kind, fileCount]);
    expect(Object.fromEntries(photos)).toEqual({ photos: 3, videos: 0, maps: 1, documents: 1 });
  });

  test('can be limited to some weeks and kinds of files', async () => {
    const { project, first } = await makeVisits();
    const selection = all(project.id, { submissionIds: [first.id], kinds: ['documents'] });
    const { url, fileName } = await api().prepare(selection);
    expect(fileName).toBe('Tower A-B - 2026-10-12 Week 2 of October.zip');
    expect(await entriesOf(await bytesOf(url))).toHaveLength(1);
    const videos = all(project.id, { kinds: ['videos'] });
    expect(await api().measure(videos)).toMatchObject({ fileCount: 0 });
    await expect(api().prepare(videos)).rejects.toMatchObject({ code: 'DOWNLOAD_EMPTY' });
  });

  test('contains the largest picture of each photo when a smaller size is requested', async () => {
    const { project, first, photo } = await makeVisits();
    await site.change("update files set presets = '{}' where submission_id <> $1", first.id);
    const selection = all(project.id, { size: 'reduced', kinds: ['photos'] });
    const measured = await api().measure(selection);
    const bytes = await bytesOf((await api().prepare(selection)).url);
    expect(bytes.length).toBe(measured.bytes);
    const entries = await entriesOf(bytes);
    expect(entries.map(({ name }) => name.split('/').at(-1))).toEqual([
      'DJI_0001.webp',
      'dji_0001 (2).webp',
      'DJI_0001.JPG',
    ]);
    const reader = {
      size: bytes.length,
      read: async (a: number, b: number) => bytes.subarray(a, b + 1),
    };
    const [entry] = entries;
    if (!entry) throw new Error('no entry');
    const picture = await readEntry(reader, entry);
    expect((await sharp(picture).metadata()).format).toBe('webp');
    expect(picture.equals(await site.ctx.storage.read(presetKey(photo.id, 256)))).toBe(true);
    const kept = await site.rows
      .selectFrom('files')
      .select(['pictureSize', 'pictureCrc32'])
      .where('id', '=', photo.id)
      .executeTakeFirst();
    expect(kept).toEqual({ pictureSize: picture.length, pictureCrc32: crc32(picture) });
  });

  test('has the same bytes after fifty interruptions', async () => {
    const { project } = await makeVisits();
    const download = await api().prepare(all(project.id));
    const whole = await get(download.url);
    const ifRange = { 'if-range': String(whole.headers['etag']) };
    const parts: Buffer[] = [];
    const step = Math.ceil(download.bytes / 51);
    for (let at = 0; at < download.bytes; at += step) {
      const range = `bytes=${at}-`;
      const rest = await get(download.url, { range, ...ifRange });
      expect(rest.statusCode).toBe(206);
      parts.push(rest.rawPayload.subarray(0, step));
    }
    expect(parts).toHaveLength(51);
    expect(sha256(Buffer.concat(parts))).toBe(sha256(whole.rawPayload));
  });

  test('keeps its files when files are added, renamed or moved later', async () => {
    const { project, first, photo } = await makeVisits();
    const { url } = await api().prepare(all(project.id));
    const before = await get(url);
    await makeFile(site.ctx, first);
    await site.change(
      "update files set file_name = 'x.jpg', sort_order = 9 where id = $1",
      photo.id,
    );
    await site.change(
      "update submissions set recorded_date = '2026-01-01' where id = $1",
      first.id,
    );
    const after = await get(url);
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
  });

  test.each([
    ['a file is removed', 'delete from files where id = $1', 'photo'],
    ['a week is unpublished', "update submissions set status = 'draft' where id = $1", 'second'],
  ] as const)('reports an error and sends nothing once %s', async (_what, statement, what) => {
    const visits = await makeVisits();
    const { url, id } = await api().prepare(all(visits.project.id));
    await site.change(statement, visits[what].id);
    await expectRefused(url, 410, 'DOWNLOAD_CHANGED');
    const { downloads } = await api().list();
    expect(downloads.find((one) => one.id === id)?.end).toBe('changed');
  });

  test("contains no drafts and nothing from other companies' projects", async () => {
    const { project, draft } = await makeVisits();
    const drafts = all(project.id, { submissionIds: [draft.id] });
    for (const who of [world.client, world.manager]) {
      await expect(api(who).prepare(drafts)).rejects.toMatchObject({
        code: 'SUBMISSION_NOT_FOUND',
      });
    }
    const theirs = await makeProject(site.ctx, (await makeCompany(site.ctx)).id);
    const elsewhere = api().measure(all(theirs.id));
    await expect(elsewhere).rejects.toMatchObject({ code: 'PROJECT_NOT_FOUND' });
  });
});

describe('the URL of a download', () => {
  test("works only in its person's session", async () => {
    const { project } = await makeVisits();
    const { url } = await makeDownload(site.ctx, world.client, { projectId: project.id });
    for (const { cookie } of [world.colleague, world.manager, { cookie: '' }])
      await expectRefused(url, 404, 'DOWNLOAD_NOT_FOUND', cookie);
    const stolen = url.replace(world.client.id, world.colleague.id);
    await expectRefused(stolen, 404, 'DOWNLOAD_NOT_FOUND', world.colleague.cookie);
    await expectRefused(url.replace(/\/[^/]+\/[^/]+$/, '/x/y'), 404, 'DOWNLOAD_NOT_FOUND');
  });

  test('stops sending when the download is removed', async () => {
    const { project } = await makeVisits();
    const { url, id } = await makeDownload(site.ctx, world.client, { projectId: project.id });
    const answer = withHangingDownload(
      site.ctx.storage,
      () => api().remove({ id }),
      () => get(url),
    );
    await expect(answer).rejects.toThrow('destroyed');
    await expectRefused(url, 404, 'DOWNLOAD_NOT_FOUND');
    await expect(api().remove({ id })).rejects.toMatchObject({ code: 'DOWNLOAD_NOT_FOUND' });
  });

  test('expires after a week and leaves the history a month later', async () => {
    const { project } = await makeVisits();
    const { url, id } = await makeDownload(site.ctx, world.client, { projectId: project.id });
    const past = 'update downloads set expires_at = $2, created_at = $2 where id = $1';
    await site.change(past, id, site.clock.now());
    await expectRefused(url, 410, 'DOWNLOAD_EXPIRED');
    const ends = async () => (await api().list()).downloads.filter((one) => one.id === id);
    await sweepDownloads(site.ctx);
    expect(await ends()).toMatchObject([{ end: 'expired' }]);
    await site.change(past, id, new Date(site.clock.now().getTime() - 30 * DAY_MS - 1));
    await sweepDownloads(site.ctx);
    expect(await ends()).toEqual([]);
  });

  test('records for its owner when the first and last bytes were sent', async () => {
    const { project } = await makeVisits();
    const download = await makeDownload(site.ctx, world.client, { projectId: project.id });
    const audiences: unknown[] = [];
    const stop = site.ctx.live.onEvent(({ type }, { audience }) => {
      if (type === 'downloads.changed') audiences.push(audience?.profileIds);
    });
    const now = async () => (await api().list()).downloads.find(({ id }) => id === download.id);
    await get(download.url, { range: 'bytes=0-9' });
    expect(await now()).toMatchObject({ startedAt: expect.any(String), finishedAt: null });
    await get(download.url, { range: 'bytes=10-' });
    expect(await now()).toMatchObject({ finishedAt: expect.any(String) });
    // Events of earlier changes may arrive late, so there may be more than two.
    await expect.poll(() => audiences.length).toBeGreaterThanOrEqual(2);
    expect(new Set(audiences.flat())).toEqual(new Set([world.client.id]));
    stop();
    expect((await api(world.colleague).list()).downloads).toEqual([]);
  });
});

describe('the download URL for other programs', () => {
  async function made() {
    const { project, second } = await makeVisits();
    const person = await makePerson(site.ctx, 'client', { companyId: world.company.id });
    const { id, url } = await makeDownload(site.ctx, person, { projectId: project.id });
    const address = await api(person).makeAddress({ id });
    return { person, id, second, byCookie: url, url: address.url };
  }
  const ask = (url: string) => site.inject({ url });

  test('needs no cookie and returns the same bytes', async () => {
    const { url, byCookie, person } = await made();
    const [one, other] = [await ask(url), await get(byCookie, {}, person.cookie)];
    expect(one.statusCode).toBe(200);
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
    const guessed = url.replace(/(?<=\/t\/)./, (first) => (first === 'A' ? 'B' : 'A'));
    expect(guessed).not.toBe(url);
    expect((await ask(guessed)).statusCode).toBe(404);
  });

  test('is stored as a hash, is logged, and expires when a new one is created', async () => {
    const { url, id, person } = await made();
    const token = url.split('/')[3] ?? '';
    const { rows } = await site.ctx.db.pool.query<{ text: string }>(
      'select d::text as text from downloads d where id = $1',
      [id],
    );
    expect(rows[0]?.text).not.toContain(token);
    expect(await site.auditEntries(id)).toMatchObject([{ action: 'download.address-made' }]);
    await api(person).makeAddress({ id });
    expect((await ask(url)).statusCode).toBe(404);
  });

  test.each<[string, (of: Awaited<ReturnType<typeof made>>) => Promise<unknown>, number]>([
    ['the person signs out', ({ person }) => site.as(person).session.signOut(), 404],
    [
      'the person is deactivated',
      ({ person }) => site.change('update profiles set is_active = false where id = $1', person.id),
      404,
    ],
    [
      'the person moves to another company',
      async ({ person }) =>
        site.change(
          'update profiles set company_id = $1 where id = $2',
          (await makeCompany(site.ctx)).id,
          person.id,
        ),
      404,
    ],
    [
      'a week is unpublished',
      ({ second }) =>
        site.change("update submissions set status = 'draft' where id = $1", second.id),
      410,
    ],
    [
      'another URL is created',
      async ({ person, id }) =>
        site.as({ cookie: await signInAs(site.ctx, person.email) }).downloads.makeAddress({ id }),
      404,
    ],
  ])('expires, and stops sending, once %s', async (_what, end, status) => {
    const address = await made();
    const answer = withHangingDownload(
      site.ctx.storage,
      () => end(address),
      () => ask(address.url),
    );
    await expect(answer).rejects.toThrow('destroyed');
    expect((await ask(address.url)).statusCode).toBe(status);
  });
});

test('the oldest downloads are removed when a person has more than fifty', async () => {
  const { project } = await makeVisits();
  const person = await makePerson(site.ctx, 'client', { companyId: world.company.id });
  const { id } = await makeDownload(site.ctx, person, { projectId: project.id });
  const copies = `insert into downloads (person_id, project_id, file_name, kinds, size, weeks, entries, file_ids,
      bytes, created_at, expires_at)
    select person_id, project_id, file_name, kinds, size, weeks, entries, file_ids, bytes,
      created_at + interval '1 s', expires_at from downloads, generate_series(1, 49) where id = $1`;
  await site.change(copies, id);
  site.clock.advance(2000);
  const { id: newest } = await makeDownload(site.ctx, person, { projectId: project.id });
  const ids = (await api(person).list()).downloads.map((download) => download.id);
  expect(ids).toHaveLength(50);
  expect([ids[0], ids.includes(id)]).toEqual([newest, false]);
});
