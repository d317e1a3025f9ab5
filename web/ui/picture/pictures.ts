import { byteSize } from '#domain/byte-size.ts';
import { browserLog } from '#web/lib/browser-log.ts';

export const CACHE = {
  maxBytes: 50 * 1024 ** 2,
  bytesPerPixel: 3,
  /** Share of the oldest entries removed when full. */
  evictedShare: 0.25,
  trimAbove: 100,
  trimEveryMs: 60_000,
} as const;

/** Evicts the least recently used pictures. */
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
    /** Marks a picture as recently used and counts a hit or a miss. */
    take(key: string): T | null {
      const picture = touch(key);
      counts[picture === null ? 'misses' : 'hits'] += 1;
      return picture;
    },
    /** Adds a picture, unless it's larger than the cache. */
    keep(key: string, picture: T, { width, height }: { width: number; height: number }): void {
      drop(key);
      const size = width * height * CACHE.bytesPerPixel;
      if (size > CACHE.maxBytes) return;
      while (bytes + size > CACHE.maxBytes) dropOldest(Math.ceil(kept.size * CACHE.evictedShare));
      kept.set(key, { picture, bytes: size });
      bytes += size;
    },
    /** Call every `trimEveryMs`. */
    trim: (): void => dropOldest(Math.max(0, kept.size - CACHE.trimAbove)),
    clear: (): void => dropOldest(kept.size),
    figures: () => ({ entries: kept.size, bytes, ...counts }),
  };
}

const LOGGED_EVERY = 10;

/** `onTenth` is called after every tenth load. */
export function createImageStats(now: () => number, onTenth: () => void) {
  let total = 0;
  let loaded = 0;
  let failed = 0;
  let totalMs = 0;
  let first = 0;
  let last = 0;
  return {
    begin() {
      const start = now();
      if (total === 0) first = start;
      total += 1;
      return {
        loaded(): void {
          last = now();
          totalMs += last - start;
          loaded += 1;
          if (loaded % LOGGED_EVERY === 0) onTenth();
        },
        failed(): void {
          failed += 1;
        },
      };
    },
    figures: () => ({
      total,
      loaded,
      failed,
      averageMs: loaded === 0 ? 0 : totalMs / loaded,
      perSecond: last > first ? (loaded * 1000) / (last - first) : 0,
    }),
  };
}

const cache = createPictureCache<HTMLImageElement>();
let trimTimer: number | undefined;

export const imageStats = createImageStats(() => performance.now(), logFigures);

export const hitRate = ({ hits, misses }: { hits: number; misses: number }): number =>
  hits + misses === 0 ? 0 : hits / (hits + misses);

function logFigures(): void {
  const { loaded, averageMs } = imageStats.figures();
  const { entries, bytes, ...lookups } = cache.figures();
  browserLog.info(
    `Images: ${loaded} loaded, ${Math.round(averageMs)} ms on average. ` +
      `Cache: ${entries} entries, ${byteSize(bytes)}, ${Math.round(hitRate(lookups) * 100)}% hits.`,
  );
}

/** Decoded pictures. While an element holds one, browsers show its URL within a frame, without fetching it again. */
export const pictures = {
  has: cache.has,
  touch: (url: string): void => void cache.touch(url),
  /** Counts a hit or a miss. */
  ask: (url: string): boolean => cache.take(url) !== null,
  keep(url: string, image: HTMLImageElement): void {
    trimTimer ??= window.setInterval(cache.trim, CACHE.trimEveryMs);
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width > 0) cache.keep(url, image, { width, height });
  },
  /** Caches a picture that is on screen. Creates an element for it, because the page's own may be removed. */
  keepShown(url: string): void {
    if (cache.has(url)) return;
    const image = new Image();
    image.src = url;
    image.decode().then(
      () => pictures.keep(url, image),
      // If decoding fails, it's decoded again when shown.
      () => {},
    );
  },
  clear: cache.clear,
  figures: cache.figures,
};
