import { beforeAll, describe, expect, test } from 'vitest';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { type Site, openSite, runSite } from '#test/site.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeShareLink,
  makeSubmission,
  makeVideo,
} from '#test/factories.ts';

const HOUR_MS = 3_600_000;
const VIDEO = Buffer.alloc(600 * 1024, 'video ');
const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const { company, project, client } = await makeProjectWithPeople(ctx);
  const submission = await makeSubmission(ctx, project.id, { published: true });
  const photo = await makeFile(ctx, submission, { fileName: 'año "1".jpg' });
  const video = await makeVideo(ctx, submission, { played: VIDEO });
  const draft = await makeSubmission(ctx, project.id);
  const manager = await makePerson(ctx, 'project_manager');
  const hidden = await makeFile(ctx, draft);
  return { company, client, manager, project, submission, photo, video, hidden };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

type Headers = Record<string, string>;
const get = (url: string, headers: Headers = {}) =>
  site.inject({ url, headers: { cookie: world.client.cookie, ...headers } });
const head = (url: string) =>
  site.inject({ method: 'HEAD', url, headers: { cookie: world.client.cookie } });
const client = () => ({ kind: 'person', profileId: world.client.id }) as const;
const picture = (id: string) => `${derivativesUrl(site.ctx.signer, client(), id)}/w256.webp`;
const original = (file: { id: string; fileName: string }, { id: profileId } = world.client) =>
  originalUrl(site.ctx.signer, { kind: 'person', profileId }, file);
const video = () => `${derivativesUrl(site.ctx.signer, client(), world.video.id)}/video.mp4`;
const run = (statement: string, ...values: unknown[]) => site.change(statement, ...values);

async function expectGone(url: string, headers: Headers = {}) {
  const answer = await get(url, headers);
  expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'FILE_NOT_FOUND']);
  expect(answer.headers['cache-control']).toBe('no-store');
}

describe('a picture', () => {
  test('is sent to its recipient and may be cached by the browser', async () => {
    const answer = await get(picture(world.photo.id));
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(await site.ctx.storage.read(presetKey(world.photo.id, 256)));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'private, max-age=21600, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test('is sent without a database query once access is known', async () => {
    await get(picture(world.photo.id));
    const { as, ask } = site.ctx.db;
    const refuse = () => Promise.reject(new Error('the database was asked'));
    Object.assign(site.ctx.db, { as: refuse, ask: refuse });
    try {
      expect((await get(picture(world.photo.id))).statusCode).toBe(200);
      expect((await get(original(world.photo))).statusCode).toBe(500);
    } finally {
      Object.assign(site.ctx.db, { as, ask });
    }
  });

  test('is not sent again to a browser that has it', async () => {
    const { headers } = await get(picture(world.photo.id));
    const again = await get(picture(world.photo.id), { 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('returns its length for HEAD', async () => {
    const [answer, whole] = [
      await head(picture(world.photo.id)),
      await get(picture(world.photo.id)),
    ];
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(whole.headers['content-length']);
    expect(answer.headers['etag']).toBe(whole.headers['etag']);
  });

  test("is not found if it wasn't made or has an unknown size", async () => {
    const base = derivativesUrl(site.ctx.signer, client(), world.photo.id);
    for (const name of [
      'w512.webp',
      'w257.webp',
      'original',
      'video.mp4',
      '..%2Foriginal',
      'w256.webp%00',
    ]) {
      await expectGone(`${base}/${name}`);
    }
  });
});

describe('a media URL', () => {
  test('works only for its file and kind', async () => {
    const seal = (url: string) => url.split('/').at(-2);
    const pictureSeal = seal(picture(world.photo.id));
    await expectGone(`/media/p/${world.client.id}/f/${world.video.id}/${pictureSeal}/w256.webp`);
    const { pathname } = new URL(original(world.photo), 'http://localhost');
    await expectGone(pathname.replace(seal(pathname) ?? '', pictureSeal ?? ''));
    await expectGone(
      `/media/p/${world.client.id}/f/${world.photo.id}/${seal(original(world.photo))}/w256.webp`,
    );
  });

  test('with a changed or missing signature is refused', async () => {
    const [base, seal = ''] = [
      `/media/p/${world.client.id}/f/${world.photo.id}`,
      picture(world.photo.id).split('/').at(-2),
    ];
    const changed = `${seal.slice(0, -1)}${seal.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [changed, seal.slice(0, -1), `${seal}A`, '-', 'x']) {
      await expectGone(`${base}/${wrong}/w256.webp`);
    }
  });

  test('is refused after it expires', async () => {
    const later = await openSite();
    try {
      const { project } = await makeProjectWithPeople(later.ctx);
      const file = await makeFile(later.ctx, await makeSubmission(later.ctx, project.id));
      const { id: profileId, cookie } = await makePerson(later.ctx, 'admin');
      const recipient = { kind: 'person', profileId } as const;
      const urls = [
        `${derivativesUrl(later.ctx.signer, recipient, file.id)}/w256.webp`,
        originalUrl(later.ctx.signer, recipient, file),
      ];
      const statuses = async () =>
        (await Promise.all(urls.map((url) => later.inject({ url, headers: { cookie } })))).map(
          ({ statusCode }) => statusCode,
        );
      expect(await statuses()).toEqual([200, 200]);
      later.clock.advance(12 * HOUR_MS);
      expect(await statuses()).toEqual([404, 404]);
    } finally {
      await later.close();
    }
  });
});

describe('a video', () => {
  test('is sent in ranges', async () => {
    const answer = await get(video(), { range: 'bytes=100000-100009' });
    expect(answer.statusCode).toBe(206);
    expect(answer.rawPayload).toEqual(VIDEO.subarray(100_000, 100_010));
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': `bytes 100000-100009/${VIDEO.length}`,
    });
  });

  test('is sent whole, and announces range support', async () => {
    const answer = await get(video());
    expect(answer.rawPayload.equals(VIDEO)).toBe(true);
    expect(answer.headers['accept-ranges']).toBe('bytes');
  });

  test("resumes only if it hasn't changed", async () => {
    const etag = String((await head(video())).headers['etag']);
    expect((await get(video(), { range: 'bytes=5-9', 'if-range': etag })).statusCode).toBe(206);
    expect((await get(video(), { range: 'bytes=5-9', 'if-range': '"other"' })).statusCode).toBe(
      200,
    );
    expect((await get(video(), { range: `bytes=${VIDEO.length}-` })).statusCode).toBe(416);
  });
});

describe('an original', () => {
  test('is saved under its name, without running scripts', async () => {
    const answer = await get(original(world.photo));
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(await site.ctx.storage.read(world.photo.filePath));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="a_o _1_.jpg"; filename*=UTF-8''a%C3%B1o%20%221%22.jpg`,
      etag: `"${world.photo.sha256}"`,
      'x-content-type-options': 'nosniff',
    });
    expect(String(answer.headers['content-security-policy'])).toMatch(
      /^sandbox; default-src 'none'/,
    );
  });

  test('is sent while the person has access, and the browser must revalidate it', async () => {
    const week = await makeSubmission(site.ctx, world.project.id, { published: true });
    const file = await makeFile(site.ctx, week);
    const [clients, managers] = [original(file), original(file, world.manager)];
    const { headers } = await get(clients);
    expect(headers['cache-control']).toBe('private, no-cache');
    const again = await get(clients, { 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.headers['cache-control']]).toEqual([304, 'private, no-cache']);
    await run("update submissions set status = 'draft' where id = $1", week.id);
    await expectGone(clients);
    await expectGone(clients, { 'if-none-match': String(headers['etag']) });
    await expectGone(clients, { range: 'bytes=0-9' });
    expect((await get(managers, { cookie: world.manager.cookie })).statusCode).toBe(200);
    await run("update submissions set status = 'published' where id = $1", week.id);
    expect((await get(clients)).statusCode).toBe(200);
  });

  test('has a URL that works only for its person', async () => {
    await expectGone(original(world.photo).replace(world.client.id, world.manager.id));
    await expectGone(original(world.hidden));
    const listed = await site.inject({
      url: `/api/submissions/${world.submission.id}/files`,
      headers: { cookie: world.client.cookie },
    });
    const addresses = (listed.json().files as { originalUrl: string }[]).map((f) => f.originalUrl);
    expect(addresses).toContain(original(world.photo));
  });

  test('is saved under its current name, not the one in its URL', async () => {
    const address = original({ id: world.photo.id, fileName: 'evil.html' });
    expect((await get(address)).headers['content-disposition']).toContain('a%C3%B1o');
  });

  test.each(['photo', 'video'] as const)(
    'of a %s can be shown in the browser on request',
    async (kind) => {
      const answer = await get(`${original(world[kind])}?inline`);
      expect(String(answer.headers['content-disposition'])).toMatch(/^inline; /);
      expect(answer.headers['content-type']).toBe(world[kind].fileType);
    },
  );

  test.each([
    'text/html',
    'image/svg+xml',
    'application/xml',
    'text/xml',
    'application/xhtml+xml',
    'application/javascript',
    'text/css',
  ])(
    'of type %s is never shown inline, and never sent as a type that browsers run',
    async (fileType) => {
      const file = await makeFile(site.ctx, world.submission, { fileType, kind: 'document' });
      const answer = await get(`${original(file)}?inline`);
      expect(String(answer.headers['content-disposition'])).toMatch(/^attachment; /);
      expect(answer.headers['content-type']).toBe('application/octet-stream');
    },
  );

  test('is gone with its database row, as are its pictures, even if the bytes remain', async () => {
    const file = await makeFile(site.ctx, world.submission);
    const addresses = [original(file), picture(file.id)];
    for (const url of addresses) expect((await get(url)).statusCode).toBe(200);
    await run('delete from files where id = $1', file.id);
    for (const url of addresses) await expectGone(url);
  });

  test('is gone with the membership of a person without a company, as are its pictures', async () => {
    const guest = await makePerson(site.ctx, 'client');
    await run('insert into project_members values ($1, $2)', world.project.id, guest.id);
    const recipient = { kind: 'person', profileId: guest.id } as const;
    const addresses = [
      originalUrl(site.ctx.signer, recipient, world.photo),
      `${derivativesUrl(site.ctx.signer, recipient, world.photo.id)}/w256.webp`,
    ];
    const { cookie } = guest;
    for (const url of addresses) expect((await get(url, { cookie })).statusCode).toBe(200);
    await run('delete from project_members where person_id = $1', guest.id);
    for (const url of addresses) await expectGone(url, { cookie });
  });

  test('is not found when its bytes are lost', async () => {
    const file = await makeFile(site.ctx, world.submission);
    await site.ctx.storage.removeAll(file.filePath.replace(/original$/, ''));
    await expectGone(original(file));
  });
});

describe('under a share link', () => {
  const link = (input: Partial<Parameters<typeof makeShareLink>[2]> = {}) =>
    makeShareLink(site.ctx, world.client.viewer, { projectId: world.project.id, ...input });

  function addressesOf(shareLinkId: string, photo = world.photo) {
    const scope = { kind: 'share', shareLinkId } as const;
    const { signer } = site.ctx;
    return [
      `${derivativesUrl(signer, scope, photo.id)}/w256.webp`,
      `${derivativesUrl(signer, scope, world.video.id)}/video.mp4`,
      originalUrl(signer, scope, photo),
    ];
  }

  test('pictures, videos and originals are sent, but the browser must revalidate them', async () => {
    const { id } = await link();
    for (const url of addressesOf(id)) {
      const answer = await get(url);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      const again = await get(url, { 'if-none-match': String(answer.headers['etag']) });
      expect([again.statusCode, again.headers['cache-control']]).toEqual([
        304,
        'private, no-cache',
      ]);
    }
  });

  const ends: [
    string,
    (linkId: string) => Promise<unknown>,
    (linkId: string) => Promise<unknown>,
  ][] = [
    [
      'disabled',
      (id) => run('update share_links set is_active = false where id = $1', id),
      (id) => run('update share_links set is_active = true where id = $1', id),
    ],
    [
      'expired',
      (id) =>
        run("update share_links set expires_at = now() - interval '1 second' where id = $1", id),
      (id) => run('update share_links set expires_at = null where id = $1', id),
    ],
    [
      'without its submission, which is unpublished',
      () => run("update submissions set status = 'draft' where id = $1", world.submission.id),
      () => run("update submissions set status = 'published' where id = $1", world.submission.id),
    ],
  ];
  test.each(ends)(
    'nothing is sent while it is %s, and everything is sent again afterwards',
    async (_how, end, undo) => {
      const { id } = await link();
      const addresses = addressesOf(id);
      const tags = await Promise.all(
        addresses.map(async (url) => String((await get(url)).headers['etag'])),
      );
      await end(id);
      for (const [index, url] of addresses.entries()) {
        await expectGone(url);
        await expectGone(url, { 'if-none-match': tags[index] ?? '' });
        await expectGone(url, { range: 'bytes=0-9', 'if-range': tags[index] ?? '' });
      }
      await undo(id);
      for (const url of addresses) expect((await get(url)).statusCode).toBe(200);
    },
  );

  test('nothing is sent after it is deleted', async () => {
    const { id } = await link();
    await run('delete from share_links where id = $1', id);
    for (const url of addressesOf(id)) await expectGone(url);
  });

  test('originals are not sent without download permission, even with a valid signature', async () => {
    const { id } = await link({ allowDownload: false });
    const [pictureUrl = '', videoUrl = '', originalAddress = ''] = addressesOf(id);
    expect((await get(pictureUrl)).statusCode).toBe(200);
    expect((await get(videoUrl)).statusCode).toBe(200);
    await expectGone(originalAddress);
    await expectGone(`${originalAddress}?inline`);
  });

  test('files outside the link are not sent, even with a valid signature', async () => {
    const { ctx } = site;
    const week = await makeSubmission(ctx, world.project.id, { published: true });
    const shown = await makeFile(ctx, week);
    const narrowed = await link({ submissionId: week.id });
    const [shownPicture = '', , shownOriginal = ''] = addressesOf(narrowed.id, shown);
    for (const url of [shownPicture, shownOriginal]) expect((await get(url)).statusCode).toBe(200);
    for (const url of addressesOf(narrowed.id)) await expectGone(url);
    const [draftPicture = '', , draftOriginal = ''] = addressesOf((await link()).id, world.hidden);
    for (const url of [draftPicture, draftOriginal]) await expectGone(url);
  });

  test('a URL works only for its link', async () => {
    const [one, two] = [await link(), await link()];
    for (const url of addressesOf(one.id)) {
      await expectGone(url.replace(one.id, two.id));
      await expectGone(url.replace(`s/${one.id}/`, `p/${world.client.id}/`));
    }
    await expectGone(picture(world.photo.id).replace(`p/${world.client.id}/`, `s/${one.id}/`));
  });
});
