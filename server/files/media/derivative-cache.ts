import { LRUCache } from 'lru-cache';
import { hashBytes } from '#server/platform/crypto.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

const MIB = 1024 ** 2;
const MAX_MEMORY = 64 * MIB;
const MAX_CACHED_BYTES = MIB / 2;
/** Memory per entry besides the object's bytes: key, ETag and the cache's own lists. */
const ENTRY_BYTES = 400;
/** After this time, no process has cached pictures of a removed file. */
const TTL_MS = 60_000;

/** `bytes` is null if the object is too large to cache. */
export type Derivative = { size: number; etag: string; bytes: Buffer | null };

export type DerivativeCache = {
  /** Resolves to null if the object isn't in storage. */
  find(key: string): Promise<Derivative | null>;
};

export function createDerivativeCache(
  storage: Pick<Storage, 'size' | 'read'>,
  perf: { now(): number } = performance,
): DerivativeCache {
  const cache = new LRUCache<string, Derivative>({
    maxSize: MAX_MEMORY,
    sizeCalculation: ({ bytes }) => ENTRY_BYTES + (bytes?.length ?? 0),
    ttl: TTL_MS,
    ttlResolution: 0,
    perf,
    fetchMethod: (key) => load(storage, key),
  });
  return {
    find: async (key) => (await cache.fetch(key)) ?? null,
  };
}

async function load(storage: Pick<Storage, 'size' | 'read'>, key: string) {
  const size = await storage.size(key);
  if (size === null) return undefined;
  // Large objects never change, so key and size identify the content.
  if (size > MAX_CACHED_BYTES)
    return { size, etag: `"${hashBytes(key)}-${size.toString(36)}"`, bytes: null };
  const bytes = await storage.read(key);
  return { size: bytes.length, etag: `"${hashBytes(bytes)}"`, bytes };
}
