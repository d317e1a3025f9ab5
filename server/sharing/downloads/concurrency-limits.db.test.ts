import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import { CONCURRENCY_LIMITS } from '#server/platform/limit/concurrency-limits.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeShareLink,
  makeSubmission,
  makeVideo,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

/** More than a connection buffers, so that a download that isn't read stays open. */
const BYTES = Buffer.alloc(16 * 1024 * 1024);
const MAX_ARCHIVES = CONCURRENCY_LIMITS.archives.perParty;
const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;
let port: number;

async function makeWorld() {
  const { ctx } = site;
  const { company, project } = await makeProjectWithPeople(ctx);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const file = await makeFile(ctx, week, { kind: 'document', bytes: BYTES });
  const people = { companyId: company.id };
  const client = await makePerson(ctx, 'client', people);
  const colleague = await makePerson(ctx, 'client', people);
  return { project, week, file, client, colleague };
}

beforeAll(async () => {
  world = await makeWorld();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = site.app.server.address() as AddressInfo);
});

type Options = { headers?: Record<string, string>; localAddress?: string; method?: string };

/** Starts a request on its own connection and reads only the response headers. */
async function begin(path: string, options: Options = {}) {
  const request = get({ host: '127.0.0.1', port, path, agent: false, ...options });
  request.on('error', () => {});
  onTestFinished(() => void request.destroy());
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  return { status: answer.statusCode, answer, close: () => request.destroy() };
}

const asPerson = ({ cookie }: Person, headers: Options['headers'] = {}) => ({
  headers: { cookie, ...headers },
});
const many = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, work));
const weekUrl = async ({ cookie }: Person) =>
  (await site.as({ cookie }).downloads.plan({ submissionId: world.week.id })).url;
const archives = () => site.ctx.atOnce.archives.count;
const expectNone = () => expect.poll(archives).toBe(0);

async function textOf({ answer }: { answer: IncomingMessage }) {
  const chunks = await answer.toArray();
  return Buffer.concat(chunks as Buffer[]).toString();
}

describe('archive downloads', () => {
  test('are limited per person, without affecting others', async () => {
    const { client, colleague } = world;
    const url = await weekUrl(client);
    const sent = await many(MAX_ARCHIVES, () => begin(url, asPerson(client)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await begin(url, asPerson(client));
    expect([refused.status, refused.answer.headers['retry-after']]).toEqual([429, '10']);
    expect(JSON.parse(await textOf(refused))).toMatchObject({ code: 'TOO_MANY_DOWNLOADS' });
    const prepared = await site.as(client).downloads.prepare({
      projectId: world.project.id,
      submissionIds: [world.week.id],
      kinds: ['documents'],
      size: 'original',
    });
    expect((await begin(prepared.url, asPerson(client))).status).toBe(429);
    const other = await begin(await weekUrl(colleague), asPerson(colleague));
    expect(other.status).toBe(200);
    for (const { close } of [...sent, other]) close();
    await expectNone();
    const again = await begin(url, asPerson(client));
    expect(again.status).toBe(200);
    again.close();
    await expectNone();
  });

  test('are refused above the limit before any database query', async () => {
    const { client } = world;
    const url = await weekUrl(client);
    const sent = await many(MAX_ARCHIVES, () => begin(url, asPerson(client)));
    const transactions = vi.spyOn(site.ctx.db, 'as');
    onTestFinished(() => transactions.mockRestore());
    // Only the periodic access checks of running downloads, in two transactions each.
    const refused = await many(100, () => begin(url, asPerson(client)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(transactions.mock.calls.length).toBeLessThan(100);
    for (const { close } of sent) close();
    await expectNone();
  });

  test('free their slot when they end, however they end', async () => {
    const { client } = world;
    const url = await weekUrl(client);
    const { answer, close } = await begin(url, asPerson(client));
    const etag = String(answer.headers['etag']);
    close();
    const ends: [number, Options][] = [
      [206, asPerson(client, { range: 'bytes=0-99' })],
      [416, asPerson(client, { range: `bytes=${BYTES.length * 2}-` })],
      [304, asPerson(client, { 'if-none-match': etag })],
      [200, { ...asPerson(client), method: 'HEAD' }],
      [404, asPerson(world.colleague)],
    ];
    for (const [status, options] of ends) {
      const began = await begin(url, options);
      expect(began.status).toBe(status);
      await textOf(began);
    }
    const missing = url.replace(world.week.id, world.project.id);
    expect((await begin(missing, asPerson(client))).status).toBe(404);
    await expectNone();
  });

  test('free all slots when a pipelined connection closes', async () => {
    const { client } = world;
    const url = await weekUrl(client);
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    const one = `GET ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${client.cookie}\r\n\r\n`;
    socket.write(one.repeat(MAX_ARCHIVES));
    await expect.poll(archives).toBe(MAX_ARCHIVES);
    socket.destroy();
    await expectNone();
  });

  test("under a share link are limited per network, so visitors don't block each other", async () => {
    const { token } = await makeShareLink(site.ctx, world.client.viewer, {
      projectId: world.project.id,
      allowDownload: true,
    });
    const files = await site.inject({
      url: `/api/shared/${token}/submissions/${world.week.id}/files`,
    });
    const { url } = files.json().download as { url: string };
    const sent = await many(MAX_ARCHIVES, () => begin(url));
    const [same, elsewhere] = [await begin(url), await begin(url, { localAddress: '127.0.0.2' })];
    expect([same.status, elsewhere.status]).toEqual([429, 200]);
    for (const { close } of [...sent, elsewhere]) close();
    await expectNone();
  });

  test('can be fetched in parallel ranges up to the limit', async () => {
    const { client } = world;
    const url = await weekUrl(client);
    const { bytes } = await site.as(client).downloads.plan({ submissionId: world.week.id });
    const step = Math.ceil(bytes / MAX_ARCHIVES);
    const parts = await Promise.all(
      Array.from({ length: MAX_ARCHIVES }, async (_none, index) => {
        const range = `bytes=${index * step}-${Math.min(bytes, (index + 1) * step) - 1}`;
        const { status, answer } = await begin(url, asPerson(client, { range }));
        expect(status).toBe(206);
        return (await answer.toArray()) as Buffer[];
      }),
    );
    const whole = (await (await begin(url, asPerson(client))).answer.toArray()) as Buffer[];
    expect(Buffer.concat(parts.flat()).equals(Buffer.concat(whole))).toBe(true);
    await expectNone();
  });

  test('show a page above the limit when the request came from a browser', async () => {
    const { client } = world;
    const url = await weekUrl(client);
    const sent = await many(MAX_ARCHIVES, () => begin(url, asPerson(client)));
    const refused = await begin(url, asPerson(client, { accept: 'text/html,*/*;q=0.8' }));
    expect(refused.status).toBe(429);
    expect(refused.answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const page = await textOf(refused);
    expect(page).toContain('<h1>Too many downloads at once</h1>');
    expect(page).toContain('<p>Wait for one to finish, then try again.</p>');
    for (const { close } of sent) close();
    await expectNone();
  });
});

test('originals have their own limit', async () => {
  const { client, file } = world;
  const url = originalUrl(site.ctx.signer, { kind: 'person', profileId: client.id }, file);
  const most = CONCURRENCY_LIMITS.files.perParty;
  const sent = await many(most, () => begin(url, asPerson(client)));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await begin(url, asPerson(client))).status).toBe(429);
  for (const { close } of sent) close();
  await expect.poll(() => site.ctx.atOnce.files.count).toBe(0);
});

test("a video uses a slot while it is sent, and a picture doesn't", async () => {
  const { client, week } = world;
  const { id } = await makeVideo(site.ctx, week, { played: BYTES });
  const folder = derivativesUrl(site.ctx.signer, { kind: 'person', profileId: client.id }, id);
  const { files } = site.ctx.atOnce;
  const video = await begin(`${folder}/video.mp4`, asPerson(client));
  expect([video.status, files.count]).toEqual([200, 1]);
  const taken = vi.spyOn(files, 'take');
  onTestFinished(() => taken.mockRestore());
  await site.inject({ url: `${folder}/w256.webp`, ...asPerson(client) });
  expect(taken).not.toHaveBeenCalled();
  video.close();
  await expect.poll(() => files.count).toBe(0);
});

test('API calls of one person queue up, and calls above the limit are refused', async () => {
  const { client, colleague } = world;
  const call = ({ cookie }: Person) =>
    site.inject({ url: `/api/projects/${world.project.id}`, headers: { cookie } });
  const { atOnce, waiting } = CONCURRENCY_LIMITS.calls;
  const [calls, other] = [many(atOnce + waiting + 10, () => call(client)), call(colleague)];
  expect((await other).statusCode).toBe(200);
  const refused = (await calls).filter(({ statusCode }) => statusCode !== 200);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.statusCode).toBe(429);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect(refused[0]?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((await call(client)).statusCode).toBe(200);
});
