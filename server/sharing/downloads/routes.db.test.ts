import { beforeAll, describe, expect, test } from 'vitest';
import { type Site, openSite, runSite } from '#test/site.ts';
import {
  makeCompany,
  makeFile,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
  signInAs,
} from '#test/factories.ts';
import { withHangingDownload } from '#test/fixtures/hanging-storage.ts';
import { readEntry, readZip, type ZipReader } from '#test/fixtures/zip-reader.ts';

const DAY_MS = 86_400_000;
type Plan = { url: string; fileName: string; bytes: number; fileCount: number };
type Headers = Record<string, string>;

const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  return {
    company,
    project: await makeProject(ctx, company.id, { name: 'Tower A/B' }),
    client: await makePerson(ctx, 'client', { companyId: company.id }),
    other: await makePerson(ctx, 'client', { companyId: elsewhere.id }),
    manager: await makePerson(ctx, 'project_manager'),
  };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

/** A published submission with three files, two of which have the same name. */
async function makeWeek(title = 'Week 3') {
  const { ctx } = site;
  const week = await makeSubmission(ctx, world.project.id, { published: true, title });
  const files = [
    await makeFile(ctx, week, {
      fileName: 'DJI_0001.JPG',
      sortOrder: 1,
      capturedLocal: '2026-07-14 10:23:46',
      capturedAt: '2026-07-14T15:23:46Z',
    }),
    await makeFile(ctx, week, { fileName: '../dji_0001.jpg', sortOrder: 2 }),
    await makeFile(ctx, week, { fileName: 'año.jpg', sortOrder: 3 }),
  ];
  return { week, files };
}

const run = (statement: string, ...values: unknown[]) => site.change(statement, ...values);
const get = (url: string, headers: Headers = {}, who = world.client) =>
  site.inject({ url, headers: { cookie: who.cookie, ...headers } });
const plan = (submissionId: string, who = world.client) =>
  get(`/api/submissions/${submissionId}/download`, {}, who);
const planned = async (submissionId: string, who = world.client) =>
  (await plan(submissionId, who)).json<Plan>();

async function sharedUrl(submissionId: string, allowDownload = true) {
  const link = await makeShareLink(site.ctx, world.client.viewer, {
    projectId: world.project.id,
    allowDownload,
  });
  const { download } = (
    await get(`/api/shared/${link.token}/submissions/${submissionId}/files`)
  ).json();
  return { link, url: download?.url as string, download };
}

async function expectGone(url: string, headers: Headers = {}, who = world.client) {
  const answer = await get(url, headers, who);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'SUBMISSION_NOT_FOUND']);
  expect(answer.headers['cache-control']).toBe('no-store');
}

/** Reads the archive range by range, like a paused download. */
const remoteZip = (url: string, size: number): ZipReader => ({
  size,
  async read(start, end) {
    const answer = await get(url, { range: `bytes=${start}-${end}` });
    expect(answer.statusCode).toBe(206);
    return answer.rawPayload;
  },
});

describe('the download plan', () => {
  test('has the name, exact size and number of files', async () => {
    const { week } = await makeWeek('Week 3: roof?');
    const answer = await plan(week.id);
    expect(answer.statusCode).toBe(200);
    const { url, ...rest } = answer.json<Plan>();
    expect(rest).toEqual({
      fileName: 'Tower A-B - Week 3_ roof_.zip',
      fileCount: 3,
      rawCount: 0,
      bytes: (await get(url)).rawPayload.length,
    });
  });

  test("for a submission that the client can't see is not found", async () => {
    const { week } = await makeWeek();
    const answer = await plan(week.id, world.other);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'SUBMISSION_NOT_FOUND']);
  });

  test('for a submission without files is an empty archive', async () => {
    const week = await makeSubmission(site.ctx, world.project.id, { published: true });
    const { url, fileCount, bytes } = await planned(week.id);
    const endRecord = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
    expect([fileCount, bytes]).toEqual([0, endRecord.length]);
    expect((await get(url)).rawPayload.equals(endRecord)).toBe(true);
  });
});

describe('the archive', () => {
  test('contains all originals with safe, unique names and camera times', async () => {
    const { week, files } = await makeWeek();
    const { url, bytes } = await planned(week.id);
    const zip = remoteZip(url, bytes);
    const entries = await readZip(zip);
    expect(entries.map(({ name }) => name)).toEqual([
      'DJI_0001.JPG',
      'dji_0001 (2).jpg',
      'año.jpg',
    ]);
    expect(entries[0]?.modified).toMatch(/^2026-07-14.10:23:46/);
    for (const [index, entry] of entries.entries()) {
      const original = await site.ctx.storage.read(files[index]?.filePath ?? '');
      expect((await readEntry(zip, entry)).equals(original)).toBe(true);
    }
  });

  test('is sent with its name, length and ETag', async () => {
    const { week } = await makeWeek();
    const { url, bytes, fileName } = await planned(week.id);
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(bytes),
      'content-disposition': `attachment; filename="${fileName}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
    });
    expect(answer.headers['etag']).toMatch(/^"[\w-]+"$/);
  });

  test('contains ready files for clients, and every stored original for staff', async () => {
    const { week } = await makeWeek();
    await makeFile(site.ctx, week, { state: 'failed', errorMessage: 'The file is damaged.' });
    expect((await planned(week.id)).fileCount).toBe(3);
    expect((await planned(week.id, world.manager)).fileCount).toBe(4);
    await makeFile(site.ctx, week, { storageProvider: 'google_drive' });
    expect((await planned(week.id, world.manager)).fileCount).toBe(4);
  });

  test('is identical for every request', async () => {
    const { week } = await makeWeek();
    const { url } = await planned(week.id);
    const [one, two] = [await get(url), await get(url)];
    expect(one.headers['etag']).toBe(two.headers['etag']);
    expect(one.rawPayload.equals(two.rawPayload)).toBe(true);
  });

  test('resumes after an interruption', async () => {
    const { week } = await makeWeek();
    const { url, bytes } = await planned(week.id);
    const whole = await get(url);
    const ifRange = { 'if-range': String(whole.headers['etag']) };
    for (const cut of [1, 30, 5000, bytes - 1]) {
      const rest = await get(url, { range: `bytes=${cut}-`, ...ifRange });
      expect(rest.statusCode).toBe(206);
      expect(rest.rawPayload.equals(whole.rawPayload.subarray(cut))).toBe(true);
    }
    expect((await get(url, { range: `bytes=${bytes}-` })).statusCode).toBe(416);
  });

  test.each([
    ['a file is added', (week: { id: string; projectId: string }) => makeFile(site.ctx, week)],
    [
      'a file is removed',
      (week: { id: string }) =>
        run(
          'delete from files where id = (select id from files where submission_id = $1 limit 1)',
          week.id,
        ),
    ],
    [
      'a file is renamed',
      (week: { id: string }) =>
        run(
          "update files set file_name = 'other.jpg' where submission_id = $1 and sort_order = 1",
          week.id,
        ),
    ],
    [
      'the order changes',
      (week: { id: string }) =>
        run('update files set sort_order = 10 - sort_order where submission_id = $1', week.id),
    ],
  ])('starts over for a browser that resumes after %s', async (_what, change) => {
    const { week } = await makeWeek();
    const { url } = await planned(week.id);
    const tag = String((await get(url)).headers['etag']);
    await change(week);
    const answer = await get(url, { range: 'bytes=100-', 'if-range': tag });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['etag']).not.toBe(tag);
  });
});

describe('a URL for a person', () => {
  test("follows that person's current access", async () => {
    const { week } = await makeWeek();
    const [clients, managers] = [await planned(week.id), await planned(week.id, world.manager)];
    expect((await get(clients.url)).statusCode).toBe(200);
    await run("update submissions set status = 'draft' where id = $1", week.id);
    await expectGone(clients.url);
    await expectGone(clients.url, { range: 'bytes=100-' });
    expect((await get(managers.url, {}, world.manager)).statusCode).toBe(200);
  });

  test('stops working when the person is deactivated', async () => {
    const { week } = await makeWeek();
    const leaver = await makePerson(site.ctx, 'client', { companyId: world.company.id });
    const { url } = await planned(week.id, leaver);
    expect((await get(url, {}, leaver)).statusCode).toBe(200);
    await run('update profiles set is_active = false where id = $1', leaver.id);
    await expectGone(url, {}, leaver);
  });

  test('stops working when the person moves to another company', async () => {
    const { week } = await makeWeek();
    const mover = await makePerson(site.ctx, 'client', { companyId: world.company.id });
    const { url } = await planned(week.id, mover);
    await run(
      'update profiles set company_id = $1 where id = $2',
      (await makeCompany(site.ctx)).id,
      mover.id,
    );
    await expectGone(url, {}, mover);
  });

  test('stops sending when the submission is unpublished', async () => {
    const { week } = await makeWeek();
    const { url } = await planned(week.id);
    const takeBack = () => run("update submissions set status = 'draft' where id = $1", week.id);
    const answer = withHangingDownload(site.ctx.storage, takeBack, () => get(url));
    await expect(answer).rejects.toThrow('destroyed');
  });

  test('stops sending when one of its files is deleted', async () => {
    const { week, files } = await makeWeek();
    const { url } = await planned(week.id);
    const remove = () => site.as(world.manager).files.remove({ id: files.at(-1)?.id ?? '' });
    const answer = withHangingDownload(site.ctx.storage, remove, () => get(url));
    await expect(answer).rejects.toThrow('destroyed');
  });

  test('works only for that person and that submission', async () => {
    const [{ week }, { week: another }] = [await makeWeek(), await makeWeek()];
    const { url } = await planned(week.id);
    await expectGone(url.replace(world.client.id, world.manager.id));
    await expectGone(url.replace(week.id, another.id));
    await expectGone(url.replace('/p/', '/s/'));
    await expectGone(url.replace(/-[\w-]{32}\//, `-${'A'.repeat(32)}/`));
  });

  test('is valid for at least a week and less than fifteen days', async () => {
    const later = await openSite();
    try {
      const company = await makeCompany(later.ctx);
      const project = await makeProject(later.ctx, company.id);
      const week = await makeSubmission(later.ctx, project.id, { published: true });
      const manager = await makePerson(later.ctx, 'project_manager');
      const headers = { cookie: manager.cookie };
      const { url } = (
        await later.inject({ url: `/api/submissions/${week.id}/download`, headers })
      ).json();
      later.clock.advance(7 * DAY_MS);
      expect((await later.inject({ url, headers })).statusCode).toBe(200);
      later.clock.advance(7 * DAY_MS);
      const renewed = { cookie: await signInAs(later.ctx, manager.email) };
      expect((await later.inject({ url, headers: renewed })).statusCode).toBe(404);
    } finally {
      await later.close();
    }
  });
});

describe('a URL for a share link visitor', () => {
  test('returns the same archive', async () => {
    const { week } = await makeWeek();
    const { url, download } = await sharedUrl(week.id);
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(download).toMatchObject({ fileCount: 3, bytes: answer.rawPayload.length });
  });

  test.each([
    [
      'the link is disabled',
      (id: string) => run('update share_links set is_active = false where id = $1', id),
    ],
    [
      'the link has expired',
      (id: string) => run('update share_links set expires_at = now() where id = $1', id),
    ],
    ['the link is deleted', (id: string) => run('delete from share_links where id = $1', id)],
    [
      'downloads are no longer allowed',
      (id: string) => run('update share_links set allow_download = false where id = $1', id),
    ],
  ])('stops working for the next range once %s', async (_what, end) => {
    const { week } = await makeWeek();
    const { url, link } = await sharedUrl(week.id);
    const first = await get(url, { range: 'bytes=0-99' });
    expect(first.statusCode).toBe(206);
    await end(link.id);
    await expectGone(url, { range: 'bytes=100-', 'if-range': String(first.headers['etag']) });
  });

  test('stops working when the submission is unpublished', async () => {
    const { week } = await makeWeek();
    const { url } = await sharedUrl(week.id);
    await run("update submissions set status = 'draft' where id = $1", week.id);
    await expectGone(url);
  });

  test("is not returned without download permission, and doesn't work for another link", async () => {
    const { week } = await makeWeek();
    const closed = await sharedUrl(week.id, false);
    expect(closed.download).toBeNull();
    const { url, link } = await sharedUrl(week.id);
    await expectGone(url.replace(link.id, closed.link.id));
  });
});
