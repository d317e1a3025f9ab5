import { useState, useEffect, useEffectEvent } from 'react';
import { pictureUrl } from '#domain/pictures.ts';
import { imageSources, type PictureSource } from './sources.ts';

/** Bytes per second. Below this, a 40 KB picture takes about half a second. */
const SLOW_BYTES_PER_SECOND = 100_000;
/** Bytes. Smaller responses measure latency rather than bandwidth. */
const MIN_SAMPLE_BYTES = 4000;

type Fetched = Pick<
  PerformanceResourceTiming,
  'name' | 'transferSize' | 'responseStart' | 'responseEnd' | 'workerStart'
>;

/** Whether the response came over the network: the service worker answers everything but the API from its cache. */
const isFromServer = ({ name, transferSize, workerStart }: Fetched) =>
  transferSize >= MIN_SAMPLE_BYTES && (workerStart === 0 || name.includes('/api/'));

/** False before anything has loaded. Doesn't rely on the Network Information API, which some browsers lack. */
export function isSlowConnection(
  fetched: readonly Fetched[] = performance.getEntriesByType(
    'resource',
  ) as PerformanceResourceTiming[],
): boolean {
  let bytes = 0;
  let milliseconds = 0;
  let end = 0;
  const measured = fetched.filter(isFromServer);
  for (const file of measured.toSorted((a, b) => a.responseStart - b.responseStart)) {
    bytes += file.transferSize;
    // Parallel downloads share the bandwidth.
    milliseconds += Math.max(0, file.responseEnd - Math.max(end, file.responseStart));
    end = Math.max(end, file.responseEnd);
  }
  return (bytes * 1000) / milliseconds < SLOW_BYTES_PER_SECOND;
}

/**
 * `small`: the smallest size is loading. `sharper`: it's shown while the right size loads. `kept`: the right size
 * failed to load, so the smallest stays.
 */
type Stage = 'small' | 'sharper' | 'right' | 'kept';

/** Whether any size was already loaded. It may be cached, and is never worse than the smallest. */
const hasLoadedAny = ({ mediaUrl }: PictureSource) =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes(`${mediaUrl}/`));

/**
 * Sources of an `<img>`. On a slow connection, starts with the smallest size. Call `onLoaded` and `onFailed` from its
 * events; `onFailed` returns whether the smallest size stays in place.
 */
export function useSmallFirst(picture: PictureSource | null) {
  const [stage, setStage] = useState<Stage>(() =>
    picture && isSlowConnection() && !hasLoadedAny(picture) ? 'small' : 'right',
  );
  useOnReconnect(stage === 'kept', () => setStage('small'));
  const sources = picture && imageSources(picture);
  const hasSmall = picture !== null && picture.presets.length > 1;
  const isSmall = hasSmall && (stage === 'small' || stage === 'kept');
  return {
    sources: isSmall
      ? { src: pictureUrl(picture.mediaUrl, Math.min(...picture.presets)) }
      : sources,
    isFirst: isSmall,
    onLoaded: (): void => {
      if (stage === 'small') setStage('sharper');
    },
    onFailed: (): boolean => {
      const isStandIn = hasSmall && stage === 'sharper';
      if (isStandIn) setStage('kept');
      return isStandIn;
    },
  };
}

/** Calls `onLine` when the browser comes back online while `isMissing`. */
export function useOnReconnect(isMissing: boolean, onLine: () => void): void {
  const callback = useEffectEvent(onLine);
  useEffect(() => {
    if (!isMissing) return;
    const onOnline = () => callback();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isMissing]);
}

export const missingPicture = (): string =>
  navigator.onLine ? 'Failed to load' : 'Not available offline';
