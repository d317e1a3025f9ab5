import TileSource from 'ol/source/Tile.js';
import type XYZ from 'ol/source/XYZ.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TileStatus, watchTiles } from './tile-status.ts';

let requests: number;
let status: TileStatus | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  requests = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A source of two tiles; those for which `isBroken` is true fail. */
function watched(isBroken: (tile: number) => boolean) {
  const source = new TileSource({}) as XYZ;
  const dispatch = (type: string, tile: number) =>
    source.dispatchEvent({ type, tile: { getTileCoord: () => [1, tile, 0] } } as never);
  const load = () => {
    requests += 1;
    for (const tile of [0, 1]) dispatch('tileloadstart', tile);
    for (const tile of [0, 1]) dispatch(isBroken(tile) ? 'tileloaderror' : 'tileloadend', tile);
  };
  source.refresh = load;
  const tiles = watchTiles((next) => (status = next));
  tiles.add(source);
  load();
  return tiles;
}

test('gives up on a tile after five automatic retries', () => {
  const tiles = watched((tile) => tile === 1);
  expect(status).toEqual({ isLoading: false, isFailing: true, isGivenUp: false });
  vi.advanceTimersByTime(3_600_000);
  expect(requests).toBe(6);
  expect(status).toEqual({ isLoading: false, isFailing: true, isGivenUp: true });
  tiles.retryNow();
  expect(requests).toBe(7);
  expect(status?.isGivenUp).toBe(false);
  tiles.stop();
});

test('retries when the browser is online again and stops once tiles load', () => {
  let isOffline = true;
  const tiles = watched(() => isOffline);
  isOffline = false;
  window.dispatchEvent(new Event('online'));
  expect(status).toEqual({ isLoading: false, isFailing: false, isGivenUp: false });
  vi.advanceTimersByTime(3_600_000);
  expect(requests).toBe(2);
  tiles.stop();
});
