import { useRef, useState } from 'react';
import { kilobytes } from '#domain/byte-size.ts';
import type { Chapter } from '#domain/chapters.ts';
import { fileTitle } from '#domain/file-titles.ts';
import { ChapterList } from '#web/ui/picture/chapter-list.tsx';
import { LazyVideo, isFinal, VideoSources } from '#web/ui/picture/lazy-video.tsx';
import { usePlaceholder } from '#web/ui/picture/placeholder.ts';
import type { TilePhoto } from '#web/ui/picture/photo-tile.tsx';
import styles from './gallery.module.css';

export type GalleryVideo = TilePhoto & {
  originalUrl: string | null;
  durationSeconds: number | null;
  /** Missing from data cached by older versions. */
  chapters?: readonly Chapter[];
};

export function VideoGallery({ videos }: { videos: readonly GalleryVideo[] }) {
  if (videos.length === 0) return <p className={styles.empty}>No Videos Yet</p>;
  return (
    <ul className={styles.videos}>
      {videos.map((video) => (
        <li key={video.id}>
          <Video video={video} title={fileTitle(videos, video)} />
        </li>
      ))}
    </ul>
  );
}

function Video({ video, title }: { video: GalleryVideo; title: string }) {
  const [state, setState] = useState({ attempt: 0, isFailed: false });
  const [time, setTime] = useState(0);
  const player = useRef<HTMLVideoElement>(null);
  const placeholder = usePlaceholder(video.thumbhash);
  const retry = () => setState({ attempt: state.attempt + 1, isFailed: false });

  const jump = (seconds: number) => {
    setTime(seconds);
    if (!player.current) return;
    player.current.currentTime = seconds;
    // If the browser refuses to play, the controls show that.
    player.current.play().catch(() => {});
  };
  return (
    <figure className={styles.video}>
      {state.isFailed ? (
        <div className={styles.videoFailed} role="alert">
          <p>{video.errorMessage ?? 'Failed to load'}</p>
          <button type="button" className={styles.button} onClick={retry}>
            Retry
          </button>
        </div>
      ) : (
        <LazyVideo
          key={state.attempt}
          player={player}
          name={title}
          seconds={video.durationSeconds}
          poster={video}
          style={placeholder}
          preload={state.attempt === 0 ? 'none' : 'metadata'}
          onTimeUpdate={(event) => setTime(event.currentTarget.currentTime)}
          onErrorCapture={(event) => setState({ ...state, isFailed: isFinal(event) })}
        >
          <VideoSources video={video} />
        </LazyVideo>
      )}
      <ChapterList chapters={video.chapters ?? []} time={time} onSeek={jump} />
      <figcaption>
        <span>{title}</span>
        <span>{kilobytes(video.fileSize)}</span>
      </figcaption>
    </figure>
  );
}
