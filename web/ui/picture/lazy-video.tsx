import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ComponentProps, type RefObject, useLayoutEffect, useState } from 'react';
import { pictureUrl, presetFor, videoUrl } from '#domain/pictures.ts';
import { videoTime } from '#web/lib/formats.ts';
import styles from './lazy-video.module.css';

const POSTER_WIDTH = 1024;

type LazyVideoProps = Omit<
  ComponentProps<'video'>,
  'ref' | 'poster' | 'controls' | 'aria-label'
> & {
  player: RefObject<HTMLVideoElement | null>;
  name: string;
  seconds: number | null | undefined;
  poster: { mediaUrl: string; presets: readonly number[] };
};

/**
 * Shows the browser's own controls only once it plays: before that, nothing is loaded, so they would show 0:00. Without
 * scripts, the controls are there from the start.
 */
export function LazyVideo({ player, name, seconds, poster, ...video }: LazyVideoProps) {
  const [isWaiting, setWaiting] = useState(false);
  useLayoutEffect(() => setWaiting(player.current?.paused ?? true), [player]);
  const preset = presetFor(poster.presets, POSTER_WIDTH);
  const length = seconds ? videoTime(seconds) : null;
  const start = () => {
    // If the browser refuses to play, the video stays paused and its controls show that.
    player.current?.play().catch(() => {});
  };
  return (
    <div className={styles.film}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- drone footage has no speech */}
      <video
        preload="none"
        playsInline
        {...video}
        ref={player}
        poster={preset === null ? undefined : pictureUrl(poster.mediaUrl, preset)}
        controls={!isWaiting}
        // Without controls, only a script can focus it.
        tabIndex={isWaiting ? -1 : undefined}
        aria-label={name}
        onPlay={() => {
          // The focused button is about to disappear.
          if (isWaiting) player.current?.focus({ preventScroll: true });
          setWaiting(false);
        }}
      />
      {isWaiting ? (
        <button
          type="button"
          className={styles.start}
          aria-label={length ? `Play ${name}, ${length}` : `Play ${name}`}
          onClick={start}
        >
          <span className={styles.sign}>
            <IconPlayerPlayFilled size={28} aria-hidden />
          </span>
          {length ? <span className={styles.length}>{length}</span> : null}
        </button>
      ) : null}
    </div>
  );
}

type VideoSourcesProps = { video: { mediaUrl: string; originalUrl: string | null } };

export function VideoSources({ video: { mediaUrl, originalUrl } }: VideoSourcesProps) {
  return (
    <>
      <source src={videoUrl(mediaUrl)} type="video/mp4" />
      {originalUrl ? <source src={originalUrl} /> : null}
    </>
  );
}

/** Whether an error event inside a `<video>` is final, because it comes from the video itself or its last source. */
export const isFinal = ({
  target,
  currentTarget,
}: {
  target: EventTarget;
  currentTarget: Element;
}) => target === currentTarget || target === currentTarget.lastElementChild;
