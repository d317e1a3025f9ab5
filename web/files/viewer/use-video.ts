import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

export const SPEEDS = [0.25, 0.5, 1, 2, 4] as const;
/** Seconds per frame, assuming 30 fps: browsers don't expose the frame rate. */
const FRAME_SECONDS = 1 / 30;

/** The K key plays or pauses the video; comma and period step one frame. */
export function useVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isMuted, setIsMuted] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState(0);

  const toggle = () => {
    const element = video.current;
    if (!element) return;
    // If the browser refuses to play, the video stays paused, as the button shows.
    if (element.paused) element.play().catch(() => setIsPlaying(false));
    else element.pause();
  };
  const pause = useCallback(() => video.current?.pause(), []);
  const seek = (seconds: number) => {
    setTime(seconds);
    if (video.current) video.current.currentTime = seconds;
  };
  const stepFrame = (by: 1 | -1) => {
    const element = video.current;
    if (!element) return;
    element.pause();
    seek(Math.min(element.duration || 0, Math.max(0, element.currentTime + by * FRAME_SECONDS)));
  };
  const changeSpeed = (rate: number) => {
    setSpeed(rate);
    if (video.current) video.current.playbackRate = rate;
  };
  /** Toggles picture-in-picture; null if unsupported. */
  const pictureInPicture = document.pictureInPictureEnabled
    ? () => {
        const done = document.pictureInPictureElement
          ? document.exitPictureInPicture()
          : video.current?.requestPictureInPicture();
        // Rejected until the video has loaded.
        done?.catch(() => {});
      }
    : null;

  const handleKey = useEffectEvent(({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    if (target instanceof Element && target.closest('select')) return;
    if (key === 'k') toggle();
    if (key === ',') stepFrame(-1);
    if (key === '.') stepFrame(1);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return {
    isPlaying,
    isMuted,
    speed,
    time,
    duration,
    toggle,
    pause,
    seek,
    stepFrame,
    changeSpeed,
    pictureInPicture,
    setIsMuted,
    film: {
      ref: video,
      muted: isMuted,
      onClick: toggle,
      onPlay: () => setIsPlaying(true),
      onPause: () => setIsPlaying(false),
      onTimeUpdate: () => setTime(video.current?.currentTime ?? 0),
      onDurationChange: () => setDuration(video.current?.duration ?? 0),
      onLoadedMetadata: () => changeSpeed(speed),
    },
  };
}
