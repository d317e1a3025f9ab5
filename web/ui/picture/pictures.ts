import { byteSize } from '#domain/byte-size.ts';
import { browserLog } from '#web/lib/browser-log.ts';
import { CACHE, createPictureCache } from './picture-cache.ts';

const LOGGED_EVERY = 10;

/** Counts pictures from the wish for one until it is there; `onTenth` hears of every tenth. */
export function createImageStats(now: () => number, onTenth: () => void) {
  let total = 0;
  let loaded = 0;
  let failed = 0;
  let waited = 0;
  let first = 0;
  let last = 0;
  return {
    /** Returns how to say what became of it. */
    begin() {
      const start = now();
      if (total === 0) first = start;
      total += 1;
      return {
        loaded(): void {
          last = now();
          waited += last - start;
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
      /** 0 as long as none is there. */
      averageMs: loaded === 0 ? 0 : waited / loaded,
      perSecond: last > first ? (loaded * 1000) / (last - first) : 0,
    }),
  };
}

const cache = createPictureCache<HTMLImageElement>();
let trimming: number | undefined;

export const imageStats = createImageStats(() => performance.now(), logFigures);

export const hitRate = ({ hits, misses }: { hits: number; misses: number }): number =>
  hits + misses === 0 ? 0 : hits / (hits + misses);

function logFigures(): void {
  const { loaded, averageMs } = imageStats.figures();
  const { entries, bytes, ...asked } = cache.figures();
  browserLog.info(
    `Images: ${loaded} loaded, ${Math.round(averageMs)} ms on average. ` +
      `Cache: ${entries} entries, ${byteSize(bytes)}, ${Math.round(hitRate(asked) * 100)}% hits.`,
  );
}

/**
 * The decoded pictures of this page. While an element holds one, browsers show the same address
 * elsewhere without fetching it, within the frame.
 */
export const pictures = {
  has: cache.has,
  /** Keeps a picture longer that is likely to be asked for. */
  touch: (url: string): void => void cache.touch(url),
  /** Asks for a picture that is about to be shown; whether it is here already. */
  ask: (url: string): boolean => cache.take(url) !== null,
  keep(url: string, image: HTMLImageElement): void {
    trimming ??= window.setInterval(cache.trim, CACHE.trimEveryMs);
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width > 0) cache.keep(url, image, { width, height });
  },
  /** Keeps what is shown somewhere; an element of its own holds it, that of the page may go. */
  keepShown(url: string): void {
    if (cache.has(url)) return;
    const image = new Image();
    image.src = url;
    image.decode().then(
      () => pictures.keep(url, image),
      // Then it is decoded again when it is shown again.
      () => {},
    );
  },
  clear: cache.clear,
  figures: cache.figures,
};
