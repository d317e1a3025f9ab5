export const CACHE = {
  maxBytes: 50 * 1024 ** 2,
  bytesPerPixel: 3,
  /** Of the entries, the oldest first, when it is full. */
  evictedShare: 0.25,
  trimAbove: 100,
  trimEveryMs: 60_000,
} as const;

/** Pictures by address, each with its size in pixels; those looked at last are kept longest. */
export function createPictureCache<T>() {
  const kept = new Map<string, { picture: T; bytes: number }>();
  const counts = { hits: 0, misses: 0 };
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const dropOldest = (count: number) => {
    for (const key of [...kept.keys()].slice(0, count)) drop(key);
  };
  const touch = (key: string) => {
    const entry = kept.get(key);
    if (!entry) return null;
    kept.delete(key);
    kept.set(key, entry);
    return entry.picture;
  };
  return {
    has: (key: string): boolean => kept.has(key),
    touch,
    /** Makes a picture the newest, and counts as a hit or a miss. */
    take(key: string): T | null {
      const picture = touch(key);
      counts[picture === null ? 'misses' : 'hits'] += 1;
      return picture;
    },
    /** Keeps a picture, unless it alone is more than the cache holds. */
    keep(key: string, picture: T, { width, height }: { width: number; height: number }): void {
      drop(key);
      const size = width * height * CACHE.bytesPerPixel;
      if (size > CACHE.maxBytes) return;
      while (bytes + size > CACHE.maxBytes) dropOldest(Math.ceil(kept.size * CACHE.evictedShare));
      kept.set(key, { picture, bytes: size });
      bytes += size;
    },
    /** To be called every `trimEveryMs`. */
    trim: (): void => dropOldest(Math.max(0, kept.size - CACHE.trimAbove)),
    clear: (): void => dropOldest(kept.size),
    figures: () => ({ entries: kept.size, bytes, ...counts }),
  };
}
