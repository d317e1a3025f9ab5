import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseMapConfig } from '#server/base-map-config.ts';
import { testConfig } from '#test/config.ts';
import { pmtilesOf } from '#test/fixtures/pmtiles.ts';
import { mapFramePlugin } from './frame-page.ts';
import { ownTilesPlugin } from './file-tiles.ts';

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

it('the base map can only be framed by our pages and connects only to its tile host', async () => {
  const builtIn = await policyWith({ kind: 'built_in' });
  expect(builtIn).toContain("frame-ancestors 'self'");
  expect(builtIn).not.toContain('https:');
  expect(await policyWith({ kind: 'mapbox' })).toContain(
    "img-src 'self' data: https://api.mapbox.com;",
  );
  const url = 'https://tiles.example.com/{z}/{x}/{y}.png';
  const tiles = { kind: 'tiles', url, size: 256, maxZoom: 19, attribution: 'Example' } as const;
  expect(await policyWith(tiles)).toContain("img-src 'self' data: https://tiles.example.com;");
});

it('the base map reads tiles from its file, and missing tiles are transparent', async () => {
  const path = join(folder, 'ours.pmtiles');
  await writeFile(path, pmtilesOf('png', new Uint8Array([1, 2, 3])));
  const url = '/base-map/{z}/{x}/{y}';
  const baseMap = { kind: 'tiles', url, size: 256, maxZoom: 0, attribution: 'Example' } as const;
  const config = { baseMap, token: null, file: { path, contentType: 'image/png' } };
  const tile = await ask(config, '/base-map/0/0/0');
  expect([tile.headers['content-type'], [...tile.rawPayload]]).toEqual(['image/png', [1, 2, 3]]);
  const missing = await ask(config, '/base-map/3/1/1');
  expect([missing.statusCode, missing.rawPayload.toString('latin1', 1, 4)]).toEqual([200, 'PNG']);
});
