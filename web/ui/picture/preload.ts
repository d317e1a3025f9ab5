import { browserLog } from '#web/lib/browser-log.ts';
import { pictures } from './pictures.ts';

/** Milliseconds that a picture may take: one of medium size, and the largest. */
const TIMEOUTS = { medium: 5000, large: 10_000 } as const;

const isLarge = (url: string) => url.includes('/w2048.');
/** The end of an address: the rest of it opens the picture, and is not for a log. */
const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/**
 * Fetches and decodes a picture ahead of need, after `delay` milliseconds. What takes too long is
 * dropped: it will be fetched when it is looked at. One that is not `isNear` takes no room among the
 * decoded. Returns how to cancel what has not come yet.
 */
export function preload(url: string, delay: number, isNear = true): () => void {
  const image = new Image();
  const drop = () => {
    if (!image.complete) image.src = '';
  };
  const start = () => {
    if (pictures.has(url)) return;
    image.src = url;
    // Dropped, or not to be had: it is asked for again when it is looked at.
    const decoded = image.decode().catch(() => {});
    if (isNear) void decoded.then(() => pictures.keep(url, image));
    const limit = isLarge(url) ? TIMEOUTS.large : TIMEOUTS.medium;
    timer = setTimeout(() => {
      if (image.complete) return;
      browserLog.warn(`Image preload timed out after ${limit / 1000} s: ${nameOf(url)}`);
      drop();
    }, limit);
  };
  let timer = setTimeout(start, delay);
  return () => {
    clearTimeout(timer);
    drop();
  };
}
