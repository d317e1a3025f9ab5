import { useState, useEffect, useEffectEvent } from 'react';
import { pictureUrl } from '#domain/pictures.ts';
import { imageSources, type PictureSource } from './sources.ts';

/** A line that brings less has pictures of 40 KB come one in half a second; bytes in a second. */
const SLOW = 100_000;
/** Smaller answers say more about the way than about the line, bytes. */
const TELLING = 4000;

type Fetched = Pick<
  PerformanceResourceTiming,
  'name' | 'transferSize' | 'responseStart' | 'responseEnd' | 'workerStart'
>;

/** Whether it came from the server: of what the service worker answers, it keeps everything but the API. */
const isFromServer = ({ name, transferSize, workerStart }: Fetched) =>
  transferSize >= TELLING && (workerStart === 0 || name.includes('/api/'));

/** Whether what this page has fetched so far came slowly, in all browsers alike. False before anything has come. */
export function isSlowLine(
  fetched: readonly Fetched[] = performance.getEntriesByType(
    'resource',
  ) as PerformanceResourceTiming[],
): boolean {
  let bytes = 0;
  let milliseconds = 0;
  let end = 0;
  const telling = fetched.filter(isFromServer);
  for (const file of telling.toSorted((a, b) => a.responseStart - b.responseStart)) {
    bytes += file.transferSize;
    // Files that come side by side share the line.
    milliseconds += Math.max(0, file.responseEnd - Math.max(end, file.responseStart));
    end = Math.max(end, file.responseEnd);
  }
  return (bytes * 1000) / milliseconds < SLOW;
}

/** `small`: its smallest size is on its way; `sharper`: that is there; `kept`: nothing else was to be had. */
type Stage = 'small' | 'sharper' | 'right' | 'kept';

/** Whether some size of it came to this page before: then it is kept by the browser, or better than the smallest. */
const hasCome = ({ mediaUrl }: PictureSource) =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes(`${mediaUrl}/`));

/**
 * What an `<img>` asks for: on a slow line the smallest size, before any larger one of the page, and then the right
 * one, until which the small one is seen; else the right one at once. `onLoaded` and `onFailed` are to be called with
 * its events; `onFailed` says whether the small one stands in for what failed.
 */
export function useSmallFirst(picture: PictureSource | null) {
  const [stage, setStage] = useState<Stage>(() =>
    picture && isSlowLine() && !hasCome(picture) ? 'small' : 'right',
  );
  useOnlineAgain(stage === 'kept', () => setStage('small'));
  const sources = picture && imageSources(picture);
  const hasSmall = picture !== null && picture.presets.length > 1;
  const isSmall = hasSmall && (stage === 'small' || stage === 'kept');
  return {
    sources: isSmall
      ? { src: pictureUrl(picture.mediaUrl, Math.min(...picture.presets)) }
      : sources,
    /** Whether it comes before others. */
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

/** Calls back when the browser has a line again, as long as something `isMissing`. */
export function useOnlineAgain(isMissing: boolean, onLine: () => void): void {
  const hear = useEffectEvent(onLine);
  useEffect(() => {
    if (!isMissing) return;
    const again = () => hear();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isMissing]);
}

/** What stands for a picture that could not be had. */
export const missingPicture = (): string =>
  navigator.onLine ? 'Failed to load' : 'Not kept: it comes when you are online';
