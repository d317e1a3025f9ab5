import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedView } from '#contract/shared-view.ts';
import { ERRORS } from '#domain/errors.ts';
import type { LiveEvent } from '#domain/live.ts';
import {
  makeFile,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';
import {
  buildSharedSite,
  makeOwnedWeek,
  openSharedPages,
  type SharedSite,
} from '#test/fixtures/shared-site.ts';
import { ROBOTS } from '#test/fixtures/robots.ts';
import { sweepVisitors } from './counts/counts.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
let product: SharedSite;
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: SharedSite) {
  const week = await makeOwnedWeek(ctx);
  return {
    ...week,
    colleague: await makePerson(ctx, 'client', { companyId: week.company.id }),
    manager: await makePerson(ctx, 'project_manager'),
  };
}

beforeAll(async () => {
  product = await buildSharedSite();
  world = await makeWorld(product);
});
afterAll(() => product.close());

const link = () => makeShareLink(product.ctx, world.owner.viewer, { projectId: world.project.id });
const visit = (
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) =>
  product.site.inject({
    method,
    url: `/shared/${path}`,
    headers: { 'user-agent': BROWSER, ...headers },
  });
const viewsOf = async (id: string) => {
  const counted = product.rows.selectFrom('shareLinks').select('viewCount').where('id', '=', id);
  const { viewCount } = await counted.executeTakeFirstOrThrow();
  expect(await viewRowsOf(id)).toHaveLength(viewCount);
  return viewCount;
};
const viewRowsOf = (id: string) =>
  product.rows.selectFrom('shareViews').selectAll().where('shareLinkId', '=', id).execute();
const close = (id: string) =>
  product.change('update share_links set is_active = false where id = $1', id);

describe('the shared page', () => {
  test.each([
    ['', 'project'],
    ['/week', 'week'],
    ['/slider', 'slider'],
  ])(
    "is built from the link's content and the newest web files: /shared/{token}%s",
    async (path, screen) => {
      const { token } = await link();
      const answer = await visit(`${token}${path}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.json<SharedView>()).toMatchObject({
        kind: 'open',
        token,
        screen,
        origin: 'http://localhost:80',
        page: { project: { id: world.project.id }, submissions: [{ id: world.submission.id }] },
        files: { files: [{ id: world.file.id }], download: { fileCount: 1 } },
      });
    },
  );

  test.each(
    `. ) , > / " ' ] ; ! … %3E %22 %20 %29. %E2%80%9D _ - /. /) )?utm_source=chat &gt; ,and %5C`.split(
      ' ',
    ),
  )('opens with %s appended to its URL', async (glued) => {
    const { token } = await link();
    for (const screen of ['', '/week', '/slider']) {
      const { statusCode, headers } = await visit(`${token}${screen}${glued}`);
      const query = glued.includes('?') ? glued.slice(glued.indexOf('?')) : '';
      expect([statusCode, headers.location]).toEqual([302, `/shared/${token}${screen}${query}`]);
    }
  });

  test('of a week opens with the week when text is appended to its URL', async () => {
    const { ctx } = product;
    const { project, submission, owner } = await makeOwnedWeek(ctx);
    await makeFile(ctx, await makeSubmission(ctx, project.id, { published: true }));
    const { token } = await makeShareLink(ctx, owner.viewer, { projectId: project.id });
    const answer = await visit(`${token}?week=${submission.id}).`);
    expect(answer.json<SharedView>()).toMatchObject({ submissionId: submission.id });
  });

  test("isn't returned for a longer token or another path", async () => {
    const { token } = await link();
    for (const path of [`${token}a`, `${token}/weeks`, `${token}/a)`])
      expect((await visit(path)).statusCode).toBe(404);
  });

  test('is compressed, and allows only its own scripts and styles', async () => {
    const { token } = await link();
    const { headers, rawPayload } = await visit(token, { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toMatchObject({ kind: 'open' });
    const policy = String(headers['content-security-policy']);
    const hash = String.raw`'self' 'sha256-[\w+/]{43}='`;
    expect(policy).toMatch(new RegExp(`script-src ${hash}; style-src ${hash};`));
    expect(policy).toContain("frame-ancestors 'self'");
  });

  test('of a project without published submissions has no submissions and no files', async () => {
    const project = await makeProject(product.ctx, world.project.companyId);
    const { token } = await makeShareLink(product.ctx, world.manager.viewer, {
      projectId: project.id,
    });
    expect((await visit(token)).json()).toMatchObject({ page: { submissions: [] }, files: null });
  });

  test.each([
    ['unknown', async () => randomBytes(32).toString('base64url')],
    ['malformed', async () => 'x'],
    [
      'closed',
      async () => {
        const { id, token } = await link();
        await close(id);
        return token;
      },
    ],
  ])('of a link that is %s has status 404 and explains why', async (_what, makeToken) => {
    const answer = await visit(await makeToken());
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      kind: 'gone',
      message: ERRORS.SHARE_LINK_NOT_AVAILABLE[1],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('can be embedded in the sites listed by its link, except with a password', async () => {
    const framesOf = async (input: { embedSites?: string[]; password?: string }) => {
      const { token } = await makeShareLink(product.ctx, world.manager.viewer, {
        projectId: world.project.id,
        ...input,
      });
      const policy = String((await visit(token)).headers['content-security-policy']);
      return /frame-ancestors (.*)$/.exec(policy)?.[1];
    };
    const embedSites = ['www.example.com', 'https://a.example:8443/page'];
    expect(await framesOf({ embedSites })).toBe(
      "'self' https://www.example.com https://a.example:8443",
    );
    expect(await framesOf({ embedSites, password: 'a secret of ours' })).toBe("'self'");
    expect(await framesOf({})).toBe("'self'");
  });

  test("ignores a stored site that isn't a DNS name", async () => {
    const { token, id } = await makeShareLink(product.ctx, world.manager.viewer, {
      projectId: world.project.id,
    });
    const sites = ['https://a.example;script-src', 'https://a.example,b', '*', 'https://b.example'];
    await product.change('update share_links set embed_sites = $2 where id = $1', id, sites);
    const policy = String((await visit(token)).headers['content-security-policy']);
    expect(policy).toMatch(/; frame-ancestors 'self' https:\/\/b\.example$/);
    expect(policy).not.toContain('a.example');
  });

  test('is never cached or indexed, sends no referrer, and loads nothing from other sites', async () => {
    const { token } = await link();
    const { headers } = await visit(token);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/);
  });

  test("shows an error message when the database can't be reached", async () => {
    const db = { ...product.ctx.db, as: () => Promise.reject(new Error('connection lost')) };
    const failing = await openSharedPages({ ...product.ctx, db });
    const answer = await failing.inject({
      url: `/shared/${randomBytes(32).toString('base64url')}`,
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ kind: 'gone', message: 'Failed to load the shared project.' });
  });
});

describe('views', () => {
  test('by people count once per visitor and half hour', async () => {
    const { id, token } = await link();
    await visit(token);
    await visit(`${token}/week`);
    expect(await viewsOf(id)).toBe(1);
    await visit(token, { 'user-agent': `${BROWSER} another` });
    await visit(token, { 'x-forwarded-for': '203.0.113.7' });
    expect(await viewsOf(id)).toBe(3);
  });

  test('count again in the next half hour', async () => {
    const { id, token } = await link();
    await visit(token);
    await product.change(
      "update share_views set half_hour = half_hour - interval '30 minutes' where share_link_id = $1",
      id,
    );
    await visit(token);
    expect(await viewsOf(id)).toBe(2);
  });

  test('at the same moment by one visitor count once', async () => {
    const { id, token } = await link();
    await Promise.all(Array.from({ length: 8 }, () => visit(token)));
    expect(await viewsOf(id)).toBe(1);
  });

  test('at the same moment by many visitors all count', async () => {
    const { id, token } = await link();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => visit(token, { 'x-forwarded-for': `203.0.113.${n}` })),
    );
    expect(await viewsOf(id)).toBe(8);
  });

  test("by programs, prefetching and frames don't count, but the page is served", async () => {
    const { id, token } = await link();
    const ahead: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch;prerender' },
      { 'sec-fetch-dest': 'iframe' },
    ];
    const robots = ROBOTS.map((agent) => ({ 'user-agent': agent }));
    expect(robots.length).toBeGreaterThanOrEqual(25);
    for (const headers of [...robots, ...ahead]) {
      expect((await visit(token, headers)).statusCode).toBe(200);
    }
    expect(await viewsOf(id)).toBe(0);
  });

  test('are shown per day, with the last one, to people who manage the link', async () => {
    const { id, token } = await link();
    await visit(token);
    await visit(token, { 'x-forwarded-for': '203.0.113.5' });
    await product.ctx.db.pool.query(
      "insert into share_views (share_link_id, visitor_hash, half_hour, viewed_at) select $1, repeat('0', 64), at, at from (values (now() - interval '2 days'), (now() - interval '40 days')) as past (at)",
      [id],
    );
    const { shareLinks } = await product.as(world.owner).shareLinks.list({ search: '' });
    const listed = shareLinks.find((one) => one.id === id);
    expect(listed?.viewsByDay).toEqual([...Array<number>(27).fill(0), 1, 0, 2]);
    expect(listed?.lastViewedAt).not.toBeNull();
  });

  test("with HEAD don't count", async () => {
    const { id, token } = await link();
    expect((await visit(token, {}, 'HEAD')).statusCode).toBe(200);
    expect(await viewsOf(id)).toBe(0);
  });

  test("by the owner and staff don't count, those by colleagues do", async () => {
    const { id, token } = await link();
    await visit(token, { cookie: world.owner.cookie });
    await visit(token, { cookie: world.manager.cookie });
    expect(await viewsOf(id)).toBe(0);
    await visit(token, { cookie: world.colleague.cookie });
    expect(await viewsOf(id)).toBe(1);
  });

  test("of a closed link don't count", async () => {
    const { id, token } = await link();
    await close(id);
    await visit(token);
    expect(await viewsOf(id)).toBe(0);
  });

  test("store neither the visitor's address nor their browser", async () => {
    const { id, token } = await link();
    await visit(token, { 'x-forwarded-for': '203.0.113.77' });
    const rows = await viewRowsOf(id);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.visitorHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|Mozilla/);
  });

  test('forget the visitor after an hour, and stay counted', async () => {
    const { id, token } = await link();
    await visit(token);
    product.clock.advance(2 * 60 * 60_000);
    await sweepVisitors(product.ctx);
    expect(await viewRowsOf(id)).toMatchObject([{ visitorHash: null }]);
    expect(await viewsOf(id)).toBe(1);
  });

  test('show the owner the first view, the referring sites, and the parts that were opened', async () => {
    const owner = product.as(world.owner);
    const { id, token } = await link();
    const from = (address: string) => ({
      referer: 'https://news.example/page?about=us',
      'x-forwarded-for': address,
    });
    await visit(token, from('203.0.113.1'));
    await visit(token, from('203.0.113.2'));
    const look = (part: string, subject: string, headers: object = {}) =>
      product.inject({
        method: 'POST',
        url: `/api/shared/${token}/looks`,
        headers: { 'user-agent': BROWSER, ...headers },
        body: { part, id: subject },
      });
    const { file, submission } = world;
    for (const headers of [{}, {}, { 'user-agent': ROBOTS[0] }, { cookie: world.manager.cookie }]) {
      expect((await look('photo', file.id, headers)).statusCode).toBe(200);
    }
    await look('week', submission.id);
    await look('download', file.id);
    await look('download', submission.id);
    expect((await look('photo', submission.id)).statusCode).toBe(404);
    const { shareLinks } = await owner.shareLinks.list({ search: '' });
    expect(shareLinks.find((one) => one.id === id)).toMatchObject({
      sites: [{ site: 'news.example', views: 2 }],
      looks: { week: 1, photo: 1, download: 2 },
    });
    const notifications = product.rows
      .selectFrom('notifications')
      .select('kind')
      .where('shareLinkId', '=', id)
      .where('kind', '=', 'link-viewed');
    expect(await notifications.execute()).toHaveLength(1);
  });

  test('are sent to the live channel once each', async () => {
    const events: LiveEvent[] = [];
    const stop = product.ctx.live.onEvent((event) => events.push(event));
    const { id, token } = await link();
    await visit(token);
    await visit(token);
    await visit(token, { 'x-forwarded-for': '203.0.113.7' });
    const eventOf = (shareLinkId: string): LiveEvent => ({
      type: 'share-link.changed',
      projectId: world.project.id,
      shareLinkId,
    });
    // Events arrive in order, so when a later link's event has arrived, those of this link have, too.
    const later = await link();
    await expect.poll(() => events).toContainEqual(eventOf(later.id));
    const [created, viewed, viewedByAnother] = [eventOf(id), eventOf(id), eventOf(id)];
    const ofThisLink = events.filter((event) => 'shareLinkId' in event && event.shareLinkId === id);
    expect(ofThisLink).toEqual([created, viewed, viewedByAnother]);
    stop();
  });
});
