import { LRUCache } from 'lru-cache';
import { hashBytes } from '#server/platform/crypto.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

const MIB = 1024 ** 2;
const MAX_MEMORY = 64 * MIB;
const MAX_KEPT = MIB / 2;
/** What a remembered size costs beside the bytes: key, tag and the cache's own lists. */
const ENTRY_BYTES = 400;
/** Pictures of a file that has been removed are gone from every process after this time. */
const TTL_MS = 60_000;

/** What is made of a file; `bytes` is null when it is too large to be kept in memory. */
export type Derivative = { size: number; etag: string; bytes: Buffer | null };

export type DerivativeCache = {
  /** The object, from memory if it was asked for lately; null when storage has none. */
  find(key: string): Promise<Derivative | null>;
};

/** Keeps the small objects of storage that are asked for most, and the sizes of the large ones. */
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
  // Large ones are made once from an original that never changes: their name and size tell them apart.
  if (size > MAX_KEPT)
    return { size, etag: `"${hashBytes(key)}-${size.toString(36)}"`, bytes: null };
  const bytes = await storage.read(key);
  return { size: bytes.length, etag: `"${hashBytes(bytes)}"`, bytes };
}
