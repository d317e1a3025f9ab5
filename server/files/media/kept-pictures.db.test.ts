import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import {
  makeCompany,
  makeFile,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let origin: string;
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld() {
  const company = await makeCompany(site.ctx);
  const project = await makeProject(site.ctx, company.id);
  const week = await makeSubmission(site.ctx, project.id, { published: true });
  const photo = await makeFile(site.ctx, week);
  const client = await makePerson(site.ctx, 'client', { companyId: company.id });
  const manager = await makePerson(site.ctx, 'admin');
  const colleague = await makePerson(site.ctx, 'client', { companyId: company.id });
  const recipient = { kind: 'person', profileId: client.id } as const;
  const url = `${derivativesUrl(site.ctx.signer, recipient, photo.id)}/w256.webp`;
  return { project, week, photo, client, manager, colleague, url };
}

beforeAll(async () => {
  world = await makeWorld();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`;
});

/** By a socket, as what comes past the framework is reached by no other way. */
async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(origin + url, {
    headers: { cookie: world.client.cookie, connection: 'close', ...headers },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const codeOf = async (url: string, headers?: Record<string, string>) =>
  (JSON.parse(String((await get(url, headers)).bytes)) as { code: string }).code;

test('a picture comes with the bytes and headers of its route, under a number of its own, and is counted', async () => {
  const headers = { cookie: world.client.cookie };
  const usual = await site.inject({ url: world.url, headers });
  const { answer, bytes } = await get(world.url);
  const named = { 'x-request-id': expect.stringMatching(/^[0-9a-z]{10}$/) };
  expect(bytes).toEqual(usual.rawPayload);
  expect(Object.fromEntries(answer.headers)).toEqual({
    ...usual.headers,
    ...named,
    date: expect.any(String),
    connection: 'close',
  });
  expect(await site.ctx.metrics.read()).toMatch(
    /seconds_count\{operation="\/media\/p\/:profileId\/f\/:fileId\/:seal\/:name",method="GET",status="200"\} 2$/m,
  );
});

test('a range of it, and what a browser has already, are left to the route', async () => {
  const { answer } = await get(world.url);
  const etag = answer.headers.get('etag') ?? '';
  expect((await get(world.url, { range: 'bytes=0-9' })).bytes).toHaveLength(10);
  expect((await get(world.url, { 'if-none-match': etag })).answer.status).toBe(304);
});

test('it is not found by another person, with a changed seal, or once its week is a draft again', async () => {
  const { answer } = await get(world.url);
  expect(answer.status).toBe(200);
  expect(await codeOf(world.url, { cookie: world.colleague.cookie })).toBe('FILE_NOT_FOUND');
  expect(await codeOf(world.url.replace('/w256', 'A/w256'))).toBe('FILE_NOT_FOUND');
  expect(await codeOf(world.url, { authorization: 'Bearer ovf_none' })).toBe('TOKEN_NOT_VALID');
  await site.change(`update submissions set status = 'draft' where id = $1`, world.week.id);
  expect(await codeOf(world.url)).toBe('FILE_NOT_FOUND');
});

test('under a share link it asks for the password of the link', async () => {
  const week = await makeSubmission(site.ctx, world.project.id, { published: true });
  const photo = await makeFile(site.ctx, week);
  const link = await makeShareLink(
    site.ctx,
    { kind: 'staff', profileId: world.manager.id, role: 'admin' },
    { projectId: world.project.id, password: 'a password' },
  );
  const recipient = { kind: 'share', shareLinkId: link.id } as const;
  const url = `${derivativesUrl(site.ctx.signer, recipient, photo.id)}/w256.webp`;
  expect(await codeOf(url)).toBe('SHARE_PASSWORD_REQUIRED');
});
