import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import type { LiveEvent } from '#domain/live.ts';
import { ShareLinkQuery, type ShareLink } from '#domain/share-links.ts';
import { unpublishSubmission } from '#server/submissions/service.ts';
import { hashToken } from '#server/platform/crypto.ts';
import { type Site, openSite, runSite } from '#test/site.ts';
import {
  makeCompany,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';
import { shareLinksFor } from './service.ts';

const DAY_MS = 86_400_000;
const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  const project = await makeProject(ctx, company.id);
  const theirs = await makeProject(ctx, elsewhere.id);
  return {
    project,
    theirs,
    published: await makeSubmission(ctx, project.id, { published: true }),
    draft: await makeSubmission(ctx, project.id),
    theirSubmission: await makeSubmission(ctx, theirs.id, { published: true }),
    client: await makePerson(ctx, 'client', { companyId: company.id }),
    colleague: await makePerson(ctx, 'client', { companyId: company.id }),
    other: await makePerson(ctx, 'client', { companyId: elsewhere.id }),
    manager: await makePerson(ctx, 'project_manager'),
  };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, path: string, who: { cookie: string }, body?: object) =>
  site.inject({
    method,
    url: `/api/share-links${path}`,
    headers: { cookie: who.cookie },
    ...(body ? { body } : {}),
  });
const create = (body: object, who = world.client) => call('POST', '', who, body);
const idsOf = async (who: { cookie: string }) =>
  ((await call('GET', '', who)).json().shareLinks as ShareLink[]).map(({ id }) => id);
const rowOf = async (id: string) =>
  (await site.ctx.db.pool.query('select * from share_links where id = $1', [id])).rows[0];
const soon = () => new Date(site.clock.now().getTime() + DAY_MS).toISOString();

describe('creating a share link', () => {
  test('returns an open link whose URL can be copied later', async () => {
    const answer = await create({
      projectId: world.project.id,
      submissionId: world.published.id,
      title: '  For the bank ',
      description: '   ',
      expiresAt: soon(),
      allowDownload: false,
    });
    expect(answer.statusCode).toBe(200);
    const link = answer.json<ShareLink>();
    expect(link).toMatchObject({
      projectId: world.project.id,
      projectName: world.project.name,
      timeZone: world.project.timeZone,
      submissionId: world.published.id,
      submissionTitle: world.published.title,
      title: 'For the bank',
      description: null,
      isActive: true,
      allowDownload: false,
      viewCount: 0,
    });
    expect(link.url).toMatch(/^http:\/\/localhost(:80)?\/shared\/[A-Za-z0-9_-]{43}$/);
    const listed = (await call('GET', '', world.client)).json().shareLinks as ShareLink[];
    expect(listed.find(({ id }) => id === link.id)?.url).toBe(link.url);
  });

  test('stores the token hashed and encrypted, never in plain text', async () => {
    const { id, token } = await makeShareLink(site.ctx, world.client.viewer, {
      projectId: world.project.id,
    });
    const row = await rowOf(id);
    expect(row.token_hash).toBe(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(Buffer.from(row.token_encrypted, 'base64url').toString('latin1')).not.toContain(token);
  });

  test('never repeats a token', async () => {
    const tokens = await Promise.all(
      [1, 2, 3].map(
        async () => (await create({ projectId: world.project.id })).json().url as string,
      ),
    );
    expect(new Set(tokens).size).toBe(3);
  });

  test('returns no hash, ciphertext, password or person', async () => {
    const { body, ...answer } = await create({ projectId: world.project.id });
    const row = await rowOf(answer.json().id);
    for (const secret of [
      row.token_hash,
      row.token_encrypted,
      world.client.id,
      world.client.email,
    ]) {
      expect(body).not.toContain(secret);
    }
    const { hasPassword, ...rest } = answer.json();
    expect(hasPassword).toBe(false);
    expect(Object.keys(rest).join()).not.toMatch(/password|hash|encrypted|createdBy/i);
  });

  test.each([
    ['another company', () => world.theirs.id],
    ['nobody', () => randomUUID()],
  ])('is refused for a project of %s', async (_whose, projectId) => {
    const answer = await create({ projectId: projectId() });
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({
        code: 'SHARE_NOT_ALLOWED',
        message: ERRORS.SHARE_NOT_ALLOWED[1],
      }),
    ]);
  });

  test("is refused while the client's email address is unverified", async () => {
    const { companyId } = world.project;
    const unverified = await makePerson(site.ctx, 'client', { companyId, emailVerified: false });
    expect((await create({ projectId: world.project.id }, unverified)).statusCode).toBe(403);
  });

  test.each([
    ['a submission of another project', () => world.theirSubmission.id],
    ['a draft that the client does not see', () => world.draft.id],
    ['a submission that does not exist', () => randomUUID()],
  ])('is refused for %s', async (_what, submissionId) => {
    const answer = await create({ projectId: world.project.id, submissionId: submissionId() });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'SUBMISSION_NOT_FOUND']);
  });

  test('lets staff link to a draft, but not to one of another project', async () => {
    const ofDraft = { projectId: world.project.id, submissionId: world.draft.id };
    expect((await create(ofDraft, world.manager)).statusCode).toBe(200);
    const mixed = { projectId: world.theirs.id, submissionId: world.draft.id };
    expect((await create(mixed, world.manager)).statusCode).toBe(404);
  });

  test('is refused with a message when the expiration is in the past', async () => {
    for (const expiresAt of [site.clock.now().toISOString(), '2020-01-01T00:00:00Z']) {
      const answer = await create({ projectId: world.project.id, expiresAt });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        code: 'INVALID_INPUT',
        message: 'The expiration date must be in the future.',
      });
    }
  });

  test('is refused for visitors', async () => {
    expect(
      (await create({ projectId: world.project.id }, { ...world.client, cookie: '' })).statusCode,
    ).toBe(401);
  });

  test('is refused with an unknown field, so it never shares more than intended', async () => {
    const before = await idsOf(world.client);
    const answer = await create({
      projectId: world.project.id,
      contentId: world.published.id,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('"contentId"'),
    });
    expect(await idsOf(world.client)).toEqual(before);
  });
});

describe('managing share links', () => {
  test("lists a client's own links, newest first, and all links for staff", async () => {
    const { ctx } = site;
    const input = { projectId: world.project.id };
    site.clock.advance(1000);
    const mine = await makeShareLink(ctx, world.client.viewer, input);
    site.clock.advance(1000);
    const newer = await makeShareLink(ctx, world.client.viewer, input);
    const colleagues = await makeShareLink(ctx, world.colleague.viewer, input);
    const listed = await idsOf(world.client);
    expect(listed.slice(0, 2)).toEqual([newer.id, mine.id]);
    expect(listed).not.toContain(colleagues.id);
    expect(await idsOf(world.other)).toEqual([]);
    const all = await idsOf(world.manager);
    expect(all).toEqual(expect.arrayContaining([mine.id, newer.id, colleagues.id]));
  });

  test('closes a link and opens it again', async () => {
    const { id } = await makeShareLink(site.ctx, world.client.viewer, {
      projectId: world.project.id,
    });
    const closed = await call('PATCH', `/${id}`, world.client, { isActive: false });
    expect([closed.statusCode, closed.json().isActive]).toEqual([200, false]);
    expect((await rowOf(id)).is_active).toBe(false);
    const opened = await call('PATCH', `/${id}`, world.client, { isActive: true });
    expect(opened.json().isActive).toBe(true);
  });

  test('deletes a link permanently', async () => {
    const { id } = await makeShareLink(site.ctx, world.client.viewer, {
      projectId: world.project.id,
    });
    const answer = await call('DELETE', `/${id}`, world.client);
    expect([answer.statusCode, answer.json()]).toEqual([200, { id }]);
    expect(await rowOf(id)).toBeUndefined();
    expect((await call('DELETE', `/${id}`, world.client)).json().code).toBe('SHARE_LINK_NOT_FOUND');
  });

  test.each(['colleague', 'other'] as const)("hides a person's link from a %s", async (who) => {
    const { id } = await makeShareLink(site.ctx, world.client.viewer, {
      projectId: world.project.id,
    });
    for (const answer of [
      await call('PATCH', `/${id}`, world[who], { isActive: false }),
      await call('DELETE', `/${id}`, world[who]),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'SHARE_LINK_NOT_FOUND']);
    }
    expect((await rowOf(id)).is_active).toBe(true);
  });

  test('lets the owner close and delete a link to an unpublished submission', async () => {
    const week = await makeSubmission(site.ctx, world.project.id, { published: true });
    const { id } = await makeShareLink(site.ctx, world.client.viewer, {
      projectId: world.project.id,
      submissionId: week.id,
    });
    await unpublishSubmission(site.ctx, world.manager.viewer, { id: week.id });
    const closed = await call('PATCH', `/${id}`, world.client, { isActive: false });
    expect([closed.statusCode, closed.json()]).toEqual([
      200,
      expect.objectContaining({ isActive: false, submissionId: week.id, submissionTitle: null }),
    ]);
    expect((await rowOf(id)).is_active).toBe(false);
    expect((await call('DELETE', `/${id}`, world.client)).statusCode).toBe(200);
  });

  test('lets the owner list, close and delete a link to a project they can no longer see', async () => {
    const { ctx } = site;
    const { id: elsewhereId } = await makeCompany(ctx);
    const mover = await makePerson(ctx, 'client', { companyId: world.project.companyId });
    const { id } = await makeShareLink(ctx, mover.viewer, { projectId: world.project.id });
    await site.change('update profiles set company_id = $1 where id = $2', elsewhereId, mover.id);
    expect(await idsOf(mover)).toEqual([id]);
    const closed = await call('PATCH', `/${id}`, mover, { isActive: false });
    expect([closed.statusCode, closed.json()]).toEqual([
      200,
      expect.objectContaining({ isActive: false, projectName: null }),
    ]);
    expect(closed.body).not.toContain(world.project.name);
    expect((await call('DELETE', `/${id}`, mover)).statusCode).toBe(200);
  });

  test.each([
    ["a link's project", (id: string) => ({ projectId: id })],
    ["a link's owner", (id: string) => ({ createdBy: id })],
    ["a link's token", () => ({ tokenHash: 'f'.repeat(64) })],
    ["a link's creation time", () => ({ createdAt: new Date() })],
  ])('never changes %s through a request', async (_what, changes) => {
    const { id } = await makeShareLink(site.ctx, world.client.viewer, {
      projectId: world.project.id,
      allowDownload: false,
    });
    for (const viewer of [world.client.viewer, world.manager.viewer]) {
      const change = site.ctx.db.as(viewer, (tx) =>
        tx.updateTable('shareLinks').set(changes(randomUUID())).where('id', '=', id).execute(),
      );
      await expect(change).rejects.toThrow('permission denied');
    }
  });

  test("lets staff close and delete other people's links", async () => {
    const { id } = await makeShareLink(site.ctx, world.client.viewer, {
      projectId: world.project.id,
    });
    const closed = await call('PATCH', `/${id}`, world.manager, { isActive: false });
    expect(closed.json().isActive).toBe(false);
    expect((await call('DELETE', `/${id}`, world.manager)).statusCode).toBe(200);
  });

  test('records every action with its actor', async () => {
    const { id } = (await create({ projectId: world.project.id })).json();
    // The third request changes nothing, so it adds no audit entry.
    for (const isActive of [true, false, false]) {
      const answer = await call('PATCH', `/${id}`, world.client, { isActive });
      expect(answer.json()).toMatchObject({ id, isActive });
    }
    await call('PATCH', `/${id}`, world.manager, { isActive: true });
    await call('DELETE', `/${id}`, world.client);
    const entries = site.rows
      .selectFrom('auditLog')
      .select(['action', 'actorKind', 'actorId'])
      .where('subjectId', '=', id)
      .orderBy('id');
    expect(await entries.execute()).toEqual([
      { action: 'share-link.created', actorKind: 'client', actorId: world.client.id },
      { action: 'share-link.disabled', actorKind: 'client', actorId: world.client.id },
      { action: 'share-link.enabled', actorKind: 'staff', actorId: world.manager.id },
      { action: 'share-link.deleted', actorKind: 'client', actorId: world.client.id },
    ]);
  });

  test('sends every change to the live channel', async () => {
    const events: LiveEvent[] = [];
    const stop = site.ctx.live.onEvent((event) => events.push(event));
    const { id } = (await create({ projectId: world.project.id })).json();
    await call('PATCH', `/${id}`, world.client, { isActive: false });
    await call('DELETE', `/${id}`, world.client);
    const event = { type: 'share-link.changed', projectId: world.project.id, shareLinkId: id };
    const ofThisLink = () => events.filter((one) => 'shareLinkId' in one && one.shareLinkId === id);
    await expect.poll(ofThisLink).toEqual([event, event, event]);
    stop();
  });
});

test('link URLs start with the public URL when one is set', async () => {
  const behindProxy = await openSite({ config: { publicUrl: 'https://photos.example' } });
  try {
    const operator = await makePerson(behindProxy.ctx, 'operator');
    const company = await makeCompany(behindProxy.ctx);
    const project = await makeProject(behindProxy.ctx, company.id);
    const answer = await behindProxy.inject({
      method: 'POST',
      url: '/api/share-links',
      headers: { cookie: operator.cookie.replace('overfly_', '__Host-overfly_') },
      body: { projectId: project.id },
    });
    expect(answer.json().url).toMatch(/^https:\/\/photos\.example\/shared\/[\w-]{43}$/);
  } finally {
    await behindProxy.close();
  }
});

test('the list loads without URLs after the secret key was changed', async () => {
  const { ctx } = site;
  const { id } = await makeShareLink(ctx, world.client.viewer, { projectId: world.project.id });
  const changed = {
    ...ctx,
    config: { ...ctx.config, secretKey: 'another secret key of the same product' },
  };
  const owner = { viewer: world.client.viewer, origin: 'https://photos.example' };
  const { shareLinks } = await shareLinksFor(changed, owner, ShareLinkQuery.parse({}));
  expect(shareLinks.find((link) => link.id === id)).toMatchObject({ id, url: '' });
});
