import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { momentAt } from '#domain/timelapse-plan.ts';

type PlaybackOptions = {
  count: number;
  photoSeconds: number;
  isLooping: boolean;
  /** Whether a photo has loaded. Playback waits for it. */
  isReady: (index: number) => boolean;
  /** Receives `--fade`, the opacity of the next photo, 0 to 1. */
  stage: RefObject<HTMLElement | null>;
};

/** Maximum advance per frame, so that a slow page doesn't skip photos. */
const MAX_STEP_SECONDS = 0.1;

export function usePlayback({ count, photoSeconds, isLooping, isReady, stage }: PlaybackOptions) {
  const [isPlaying, setPlaying] = useState(false);
  const [wanted, setIndex] = useState(count - 1);
  const index = Math.min(wanted, count - 1);
  /** Position, counted in photos from the start. */
  const at = useRef(count - 1);
  const show = useCallback(
    (next: number, fade: number) => {
      setIndex(next);
      stage.current?.style.setProperty('--fade', String(fade));
    },
    [stage],
  );

  useEffect(() => {
    if (!isPlaying) return undefined;
    let last = performance.now();
    let frame = 0;
    const run = (now: number) => {
      const moved = Math.min(MAX_STEP_SECONDS, (now - last) / 1000) / photoSeconds;
      last = now;
      const moment = momentAt(at.current + moved, { count, photoSeconds: 1, isLooping });
      const isLoaded = isReady(moment.index) && (moment.fade === 0 || isReady(moment.next ?? 0));
      if (isLoaded) {
        at.current += moved;
        // Renders the next photo before its fading layer is removed.
        flushSync(() => show(moment.index, moment.fade));
      }
      if (isLoaded && moment.next === null) setPlaying(false);
      else frame = requestAnimationFrame(run);
    };
    frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, count, photoSeconds, isLooping, isReady, show]);

  const goTo = useCallback(
    (next: number) => {
      at.current = next;
      show(next, 0);
    },
    [show],
  );
  const toggle = () => {
    if (!isPlaying && index === count - 1) goTo(0);
    setPlaying(!isPlaying);
  };
  return { index, isPlaying, goTo, toggle };
}
