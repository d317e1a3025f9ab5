import { closeSync, openSync, readSync } from 'node:fs';
import { bytesToHeader, type Header } from 'pmtiles';
import { type BaseMap, isPmtilesUrl } from '#domain/base-map.ts';
import type { SettingsEnvironment as Environment } from '#domain/settings.ts';
import { PICTURE_TYPES, VECTOR_TILES } from './maps/base-map/tile-types.ts';

const OWN_TILES_URL = '/base-map/{z}/{x}/{y}';

export type BaseMapConfig = {
  baseMap: BaseMap;
  token: string | null;
  /** Path or URL of a PMTiles file. */
  file: string | null;
};

const BUILT_IN: BaseMapConfig = { baseMap: { kind: 'built_in' }, token: null, file: null };

const SOURCES = ['MAPBOX_TOKEN', 'BASE_MAP_URL', 'BASE_MAP_FILE'] as const;

export function readBaseMap(env: Environment): { baseMap: BaseMapConfig; problems: string[] } {
  const given = SOURCES.filter((name) => env[name] !== undefined);
  if (given.length > 1) {
    return invalid(`${given.join(', ')}: set only one of these`);
  }
  const { MAPBOX_TOKEN: token, BASE_MAP_URL: url, BASE_MAP_FILE: path } = env;
  if (token) return valid({ baseMap: { kind: 'mapbox' }, token, file: null });
  const attribution = env.BASE_MAP_ATTRIBUTION;
  if (attribution === undefined) {
    if (given.length === 0) return valid(BUILT_IN);
    return invalid(
      `BASE_MAP_ATTRIBUTION: is required with ${given[0]}. It credits the makers of the map, for example © OpenStreetMap contributors`,
    );
  }
  const tiles = { kind: 'tiles', size: 256, attribution } as const;
  if (url) {
    const file = isPmtilesUrl(url) ? url : null;
    const baseMap = { ...tiles, url: file ? OWN_TILES_URL : url, maxZoom: env.BASE_MAP_MAX_ZOOM };
    return valid({ baseMap, token: null, file });
  }
  return path ? readFile(path, tiles) : valid(BUILT_IN);
}

const valid = (baseMap: BaseMapConfig) => ({ baseMap, problems: [] });
const invalid = (problem: string) => ({ baseMap: BUILT_IN, problems: [problem] });

function readFile(
  path: string,
  tiles: Omit<Extract<BaseMap, { kind: 'tiles' }>, 'url' | 'maxZoom'>,
) {
  let header: Header | null;
  try {
    header = readHeader(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return invalid(`BASE_MAP_FILE: cannot be read (${reason})`);
  }
  if (!header) return invalid('BASE_MAP_FILE: is not a PMTiles version 3 file');
  if (!PICTURE_TYPES[header.tileType]) return invalid(`BASE_MAP_FILE: ${VECTOR_TILES}`);
  const baseMap = { ...tiles, url: OWN_TILES_URL, maxZoom: header.maxZoom };
  return valid({ baseMap, token: null, file: path });
}

/** PMTiles specification, version 3, section 3. */
const HEADER_BYTES = 127;

function readHeader(path: string): Header | null {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  } finally {
    closeSync(file);
  }
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3) return null;
  return bytesToHeader(new Uint8Array(bytes).buffer);
}
