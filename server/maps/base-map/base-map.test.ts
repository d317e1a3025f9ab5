import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { BaseMapConfig } from '#server/base-map-config.ts';
import { testConfig } from '#test/config.ts';
import { pmtilesOf } from '#test/fixtures/pmtiles.ts';
import { startWebhookReceiver } from '#test/webhook-receiver.ts';
import { mapFramePlugin } from './frame-page.ts';
import { ownTilesPlugin } from './file-tiles.ts';
import { baseMapProblem, sealPreview } from './service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-tiles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask(baseMap: BaseMapConfig, url: string) {
  const config = testConfig(folder, { baseMap });
  await using app = Fastify();
  await app.register(mapFramePlugin({ config }));
  await app.register(ownTilesPlugin({ config }));
  return await app.inject({ url });
}

const policyWith = async (baseMap: BaseMapConfig['baseMap']) => {
  const { headers } = await ask({ baseMap, token: null, file: null }, '/map/frame');
  return String(headers['content-security-policy']);
};

const tilesAt = (url: string) =>
  ({ kind: 'tiles', url, size: 256, maxZoom: 0, attribution: 'Example' }) as const;
const OWN_TILES = tilesAt('/base-map/{z}/{x}/{y}');

it('the base map can only be framed by our pages and connects only to its tile host', async () => {
  const builtIn = await policyWith({ kind: 'built_in' });
  expect(builtIn).toContain("frame-ancestors 'self'");
  expect(builtIn).not.toContain('https:');
  expect(await policyWith({ kind: 'mapbox' })).toContain(
    "img-src 'self' data: https://api.mapbox.com;",
  );
  const tiles = tilesAt('https://tiles.example.com/{z}/{x}/{y}.png');
  expect(await policyWith(tiles)).toContain("img-src 'self' data: https://tiles.example.com;");
});

it('the base map reads tiles from its file, and missing tiles are transparent', async () => {
  const path = join(folder, 'ours.pmtiles');
  await writeFile(path, pmtilesOf('png', new Uint8Array([1, 2, 3])));
  const config = { baseMap: OWN_TILES, token: null, file: path };
  const tile = await ask(config, '/base-map/0/0/0');
  expect([tile.headers['content-type'], [...tile.rawPayload]]).toEqual(['image/png', [1, 2, 3]]);
  const missing = await ask(config, '/base-map/3/1/1');
  expect([missing.statusCode, missing.rawPayload.toString('latin1', 1, 4)]).toEqual([200, 'PNG']);
});

it('a preview shows another base map, and only if this server sealed it', async () => {
  const path = join(folder, 'typed.pmtiles');
  await writeFile(path, pmtilesOf('png', new Uint8Array([4, 5])));
  const saved = { baseMap: { kind: 'built_in' }, token: null, file: null } as const;
  const typed = { baseMap: OWN_TILES, token: null, file: path };
  const preview = sealPreview(testConfig(folder), typed);
  const tile = await ask(saved, `/base-map/0/0/0?preview=${preview}`);
  expect([...tile.rawPayload]).toEqual([4, 5]);
  expect((await ask(saved, '/base-map/0/0/0?preview=x')).statusCode).toBe(404);
  const elsewhere = sealPreview(testConfig(folder, { secretKey: 'another key'.repeat(3) }), typed);
  expect((await ask(saved, `/map/frame?preview=${elsewhere}`)).statusCode).toBe(404);
  const remote = { ...saved, baseMap: tilesAt('https://tiles.example.com/{z}/{x}/{y}.png') };
  const frame = await ask(saved, `/map/frame?preview=${sealPreview(testConfig(folder), remote)}`);
  expect(frame.headers['content-security-policy']).toContain('data: https://tiles.example.com;');
});

async function startServer() {
  const server = await startWebhookReceiver();
  onTestFinished(() => server.close());
  return server;
}
const TRIAL = { referer: 'https://site.example', timeoutMs: 200 };
const PICTURE = { 'content-type': 'image/png' };

it('reports why tiles cannot be used', async () => {
  const server = await startServer();
  const url = `${server.url}/{z}/{x}/{y}.png`;
  const problem = () => baseMapProblem({ baseMap: tilesAt(url), token: null, file: null }, TRIAL);
  server.answer(200, 'x', PICTURE);
  expect(await problem()).toBeNull();
  expect(server.received[0]?.headers.referer).toBe('https://site.example');
  server.answer(200, '<!doctype html>', { 'content-type': 'text/html; charset=utf-8' });
  expect(await problem()).toBe('The tile server returned a web page instead of a map tile.');
  server.answer(200, 'x', { 'content-type': 'application/x-protobuf' });
  expect(await problem()).toContain('returned application/x-protobuf instead of a picture');
  server.answer(404, 'No tile', PICTURE);
  expect(await problem()).toContain('status 404 instead of a map tile. Check the URL.');
  server.answer(401);
  expect(await problem()).toContain('refused access (status 401). Check the URL');
  server.answer(null);
  expect(await problem()).toBe('The tile server did not answer within 0.2 seconds.');
  await server.close();
  expect(await problem()).toBe("The tile server can't be reached. Check the URL.");
});

it('reports a Mapbox token that is not accepted', async () => {
  const server = await startServer();
  server.answer(401, '{"message":"Not Authorized - Invalid Token"}');
  const { fetch } = globalThis;
  const mapbox = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    expect(url).toContain('https://api.mapbox.com/');
    return fetch(server.url, init);
  });
  onTestFinished(() => mapbox.mockRestore());
  const config = { baseMap: { kind: 'mapbox' }, token: 'pk.a', file: null } as const;
  expect(await baseMapProblem(config, TRIAL)).toContain('Mapbox refused access (status 401)');
});

it('a PMTiles file at an address is read in parts', async () => {
  const bytes = Buffer.from(pmtilesOf('png', new Uint8Array([7, 8])));
  await using files = Fastify();
  files.get('/ours.pmtiles', ({ headers }, reply) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    return reply.status(206).send(bytes.subarray(Number(from), Number(to) + 1));
  });
  const file = `${await files.listen()}/ours.pmtiles`;
  const config = { baseMap: OWN_TILES, token: null, file };
  expect(await baseMapProblem(config, TRIAL)).toBeNull();
  const tile = await ask(config, '/base-map/0/0/0');
  expect([tile.headers['content-type'], [...tile.rawPayload]]).toEqual(['image/png', [7, 8]]);
});

it.each([
  [404, '', 'Bad response code: 404'],
  [200, '<!doctype html>', 'Byte Serving.'],
  [206, '<!doctype html>', 'Wrong magic number'],
  [206, Buffer.from(pmtilesOf('vector', new Uint8Array([1]))).toString('latin1'), 'vector tiles'],
  [null, '', 'timeout'],
])(
  'reports why a PMTiles file at an address cannot be used: %s %.9s',
  async (status, body, text) => {
    const server = await startServer();
    server.answer(status, body);
    const config = { baseMap: OWN_TILES, token: null, file: server.url };
    expect(await baseMapProblem(config, TRIAL)).toContain(text);
  },
);
