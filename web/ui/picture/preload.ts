import { browserLog } from '#web/lib/browser-log.ts';
import { pictures } from './pictures.ts';

/** Milliseconds until a preload is aborted. */
const TIMEOUTS = { medium: 5000, large: 10_000 } as const;

const isLarge = (url: string) => url.includes('/w2048.');
/** Only the end of the URL: the rest grants access and must not be logged. */
const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/**
 * Loads and decodes a picture after `delay` milliseconds. Slow loads are aborted, and only `isNear` pictures are
 * cached. Returns a function to cancel.
 */
export function preload(url: string, delay: number, isNear = true): () => void {
  const image = new Image();
  const drop = () => {
    if (!image.complete) image.src = '';
  };
  const start = () => {
    if (pictures.has(url)) return;
    image.src = url;
    // Aborted or failed: it will be loaded when shown.
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
