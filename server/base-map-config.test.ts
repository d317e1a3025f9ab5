import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pmtilesOf } from '#test/fixtures/pmtiles.ts';
import { readConfig } from './config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'overfly-base-map-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (settings: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, ...settings }).baseMap;
const BASE_MAP_URL = 'https://tiles.example.com/{z}/{x}/{y}.png';
const BASE_MAP_ATTRIBUTION = '© Example';

const keep = (name: string, bytes: Uint8Array) => {
  const path = join(dataDir, name);
  writeFileSync(path, bytes);
  return path;
};

it('uses the built-in base map by default', () => {
  expect(read({})).toEqual({ baseMap: { kind: 'built_in' }, token: null, file: null });
});

it('accepts a public Mapbox token and rejects a secret one', () => {
  expect(read({ MAPBOX_TOKEN: 'pk.abc.DEF-1' })).toMatchObject({
    baseMap: { kind: 'mapbox' },
    token: 'pk.abc.DEF-1',
  });
  expect(() => read({ MAPBOX_TOKEN: 'sk.abc.def' })).toThrow('secret token');
});

it('accepts a tile URL with {z}, {x} and {y}', () => {
  expect(read({ BASE_MAP_URL, BASE_MAP_ATTRIBUTION, BASE_MAP_MAX_ZOOM: '16' }).baseMap).toEqual({
    kind: 'tiles',
    url: BASE_MAP_URL,
    size: 256,
    maxZoom: 16,
    attribution: BASE_MAP_ATTRIBUTION,
  });
});

it('accepts the address of a PMTiles file', () => {
  const url = 'https://maps.example.com/texas.pmtiles';
  expect(read({ BASE_MAP_URL: url, BASE_MAP_ATTRIBUTION })).toMatchObject({
    baseMap: { kind: 'tiles', url: '/base-map/{z}/{x}/{y}', maxZoom: 19 },
    file: url,
  });
});

it('accepts a PMTiles file with pictures', () => {
  const path = keep('ours.pmtiles', pmtilesOf('png', new Uint8Array([1, 2, 3])));
  expect(read({ BASE_MAP_FILE: path, BASE_MAP_ATTRIBUTION })).toMatchObject({
    baseMap: { kind: 'tiles', url: '/base-map/{z}/{x}/{y}' },
    file: path,
  });
});

it('reports what is wrong with a setting', () => {
  const vector = keep('vector.pmtiles', pmtilesOf('vector', new Uint8Array([1])));
  const text = keep('text.pmtiles', Buffer.from('This is a letter. '.repeat(10)));
  const file = (path: string) => ({ BASE_MAP_FILE: path, BASE_MAP_ATTRIBUTION });
  const wrong: [Record<string, string>, string][] = [
    [
      { BASE_MAP_URL: 'https://tiles.example.com/{z}/{x}.png', BASE_MAP_ATTRIBUTION },
      '{z}, {x} and {y}',
    ],
    [
      { BASE_MAP_URL: 'https://{s}.example.com/{z}/{x}/{y}', BASE_MAP_ATTRIBUTION },
      '{z}, {x} and {y}',
    ],
    [{ BASE_MAP_URL }, 'BASE_MAP_ATTRIBUTION: is required'],
    [{ BASE_MAP_URL, BASE_MAP_ATTRIBUTION, MAPBOX_TOKEN: 'pk.a' }, 'only one of these'],
    [file(join(dataDir, 'nowhere')), 'cannot be read'],
    [file(text), 'is not a PMTiles version 3 file'],
    [file(vector), 'vector tiles'],
  ];
  for (const [settings, words] of wrong) expect(() => read(settings)).toThrow(words);
});
