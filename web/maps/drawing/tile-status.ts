import type Tile from 'ol/Tile.js';
import type XYZ from 'ol/source/XYZ.js';

export type TileStatus = {
  isLoading: boolean;
  isFailing: boolean;
  /** Whether automatic retries have ended. */
  isGivenUp: boolean;
};

/** Pauses between automatic retries, in ms. */
const RETRY_DELAYS = [4000, 8000, 16_000, 32_000, 64_000];

export function watchTiles(onStatus: (status: TileStatus) => void) {
  const failed = new Map<XYZ, Set<string>>();
  let pending = 0;
  let attempts = 0;
  let isRetrying = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastReport = '';

  const isFailing = () => [...failed.values()].some(({ size }) => size > 0);
  const report = () => {
    if (pending === 0) isRetrying = false;
    if (!isFailing() && !isRetrying) attempts = 0;
    else if (!isRetrying && attempts < RETRY_DELAYS.length)
      timer ??= setTimeout(retry, RETRY_DELAYS[attempts]);
    const isGivenUp = isFailing() && !isRetrying && timer === undefined;
    const status = { isLoading: pending > 0, isFailing: isFailing() || isRetrying, isGivenUp };
    const text = JSON.stringify(status);
    if (text !== lastReport) onStatus(status);
    lastReport = text;
  };
  const retry = () => {
    clearTimeout(timer);
    timer = undefined;
    attempts += 1;
    for (const [source, tiles] of failed) {
      if (tiles.size === 0) continue;
      isRetrying = true;
      // Tiles still in view load again and may fail again.
      tiles.clear();
      source.refresh();
    }
  };
  const retryNow = () => {
    attempts = 0;
    retry();
  };
  window.addEventListener('online', retryNow);

  return {
    add: (source: XYZ): void => {
      const tiles = new Set<string>();
      failed.set(source, tiles);
      const finishTile = (change: () => void) => {
        pending -= 1;
        change();
        report();
      };
      source.on('tileloadstart', () => {
        pending += 1;
        report();
      });
      source.on('tileloadend', ({ tile }) => finishTile(() => tiles.delete(keyOf(tile))));
      source.on('tileloaderror', ({ tile }) => finishTile(() => tiles.add(keyOf(tile))));
    },
    remove: (source: XYZ): void => {
      failed.delete(source);
      report();
    },
    retryNow,
    stop: (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', retryNow);
    },
  };
}

const keyOf = (tile: Tile) => tile.getTileCoord().join('/');
