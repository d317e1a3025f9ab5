import { open } from 'node:fs/promises';
import { FetchSource, PMTiles, ResolvedValueCache, type Source } from 'pmtiles';
import { drawableBaseMap } from '#domain/base-map.ts';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { createCipher } from '#server/platform/crypto.ts';
import { PICTURE_TYPES, VECTOR_TILES } from './tile-types.ts';

type BaseMapConfig = Config['baseMap'];

const TIMEOUT_MS = 10_000;

/** A PMTiles file on disk or at an http(s) address (https://github.com/protomaps/PMTiles). */
export function openTiles(place: string, timeoutMs = TIMEOUT_MS): PMTiles {
  // The default cache would also keep failures.
  return new PMTiles(
    /^https?:/i.test(place) ? webSource(place, timeoutMs) : diskSource(place),
    new ResolvedValueCache(),
  );
}

function webSource(url: string, timeoutMs: number): Source {
  const source = new FetchSource(url);
  return {
    getKey: () => url,
    getBytes: (offset, length, _signal, etag) =>
      source.getBytes(offset, length, AbortSignal.timeout(timeoutMs), etag),
  };
}

const diskSource = (path: string): Source => ({
  getKey: () => path,
  async getBytes(offset, length) {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return { data: new Uint8Array(buffer.subarray(0, bytesRead)).buffer };
  },
});

const cipherOf = ({ secretKey }: Pick<Config, 'secretKey'>) =>
  createCipher(secretKey, 'base map preview');

/** For the URL of a map that shows settings before they are saved. */
export const sealPreview = (config: Pick<Config, 'secretKey'>, baseMap: BaseMapConfig) =>
  cipherOf(config).encrypt(JSON.stringify(baseMap), '');

/** The base map of a preview, otherwise that of the settings. NOT_FOUND if the preview isn't ours. */
export function shownBaseMap(
  config: Pick<Config, 'baseMap' | 'secretKey'>,
  preview: string | undefined,
): BaseMapConfig {
  if (preview === undefined) return config.baseMap;
  const text = cipherOf(config).decrypt(preview, '');
  if (text === null) throw new AppError('NOT_FOUND');
  const shown = JSON.parse(text) as BaseMapConfig;
  const { baseMap, file } = shown;
  if (file === null || baseMap.kind !== 'tiles') return shown;
  return { ...shown, baseMap: { ...baseMap, url: `${baseMap.url}?preview=${preview}` } };
}

/** `referer`: the site's address, because tokens may be limited to it. */
type Trial = { referer: string | null; timeoutMs?: number };

/** Loads a tile, or the beginning of a PMTiles file. Null if that works, otherwise the reason. */
export async function baseMapProblem(
  { baseMap, token, file }: BaseMapConfig,
  { referer, timeoutMs = TIMEOUT_MS }: Trial,
): Promise<string | null> {
  if (file !== null) return fileProblem(file, timeoutMs);
  const drawn = drawableBaseMap({ baseMap, token });
  if (drawn?.kind !== 'tiles') return null;
  const url = drawn.url.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0');
  const who = drawn.isMapbox ? 'Mapbox' : 'The tile server';
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { signal, headers: referer ? { referer } : {} });
    await response.body?.cancel();
    return responseProblem(response, who, drawn.isMapbox ? 'token' : 'URL');
  } catch (error) {
    return error instanceof DOMException
      ? `${who} did not answer within ${timeoutMs / 1000} seconds.`
      : `${who} can't be reached. Check the URL.`;
  }
}

function responseProblem({ status, ok, headers }: Response, who: string, key: string) {
  const type = headers.get('content-type') ?? 'data without a type';
  if (status === 401 || status === 403) {
    return `${who} refused access (status ${status}). Check the ${key} and what it allows.`;
  }
  if (!ok) return `${who} returned status ${status} instead of a map tile. Check the URL.`;
  if (type.startsWith('text/html')) return `${who} returned a web page instead of a map tile.`;
  const isPicture = /^(image\/|(application|binary)\/octet-stream)/.test(type);
  return isPicture ? null : `${who} returned ${type} instead of a picture.`;
}

async function fileProblem(place: string, timeoutMs: number): Promise<string | null> {
  try {
    const { tileType } = await openTiles(place, timeoutMs).getHeader();
    return PICTURE_TYPES[tileType] ? null : `The file ${VECTOR_TILES}.`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${place} can't be read as a PMTiles file: ${reason.replace(/\.$/, '')}.`;
  }
}
