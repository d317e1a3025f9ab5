import { IconPlayerPause, IconPlayerPlay, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import { isFinal, VideoSources } from '#web/ui/picture/video-sources.tsx';
import { LoadFailure } from './load-failure.tsx';
import { ToolBar, ToolButton } from './tool-button.tsx';
import styles from './video-player.module.css';
import type { ViewerFile } from './viewer-file.ts';

const POSTER_WIDTH = 1024;
/** Seconds that an arrow key moves the position. */
const SEEK_STEP = 5;

/** Seconds as '1:05' or '1:02:05'. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Plays one video. Give it the file's id as `key`. */
export function VideoPlayer({ file }: { file: ViewerFile }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isMuted, setIsMuted] = useState(false);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState(0);
  const [failures, setFailures] = useState({ count: 0, isFailed: false });
  const poster = presetFor(file.presets, POSTER_WIDTH);

  const toggle = () => {
    const element = video.current;
    if (!element) return;
    // A refused start leaves the video paused, which the button then says.
    if (element.paused) element.play().catch(() => setIsPlaying(false));
    else element.pause();
  };
  const seek = (seconds: number) => {
    setTime(seconds);
    if (video.current) video.current.currentTime = seconds;
  };
  if (failures.isFailed) {
    const retry = () => setFailures({ count: failures.count + 1, isFailed: false });
    return <LoadFailure message={file.errorMessage ?? 'Failed to load video'} onRetry={retry} />;
  }
  return (
    <div className={styles.video}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- footage of a drone carries no speech */}
      <video
        key={failures.count}
        ref={video}
        poster={poster === null ? undefined : pictureUrl(file.mediaUrl, poster)}
        preload="metadata"
        playsInline
        muted={isMuted}
        aria-label={file.fileName}
        onClick={toggle}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={(event) => setTime(event.currentTarget.currentTime)}
        onDurationChange={(event) => setDuration(event.currentTarget.duration)}
        onError={(event) => setFailures({ ...failures, isFailed: isFinal(event) })}
      >
        <VideoSources video={file} />
      </video>
      <ToolBar>
        <ToolButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
          onClick={toggle}
        />
        <ToolButton
          label={isMuted ? 'Unmute' : 'Mute'}
          icon={isMuted ? IconVolumeOff : IconVolume}
          onClick={() => setIsMuted(!isMuted)}
        />
        <input
          type="range"
          className={styles.seek}
          min={0}
          max={duration || 1}
          step={SEEK_STEP / 5}
          value={Math.min(time, duration || 1)}
          aria-label="Position"
          aria-valuetext={`${clock(time)} of ${clock(duration)}`}
          onChange={(event) => seek(Number(event.target.value))}
        />
        <span className={styles.clock}>
          {clock(time)} / {clock(duration)}
        </span>
      </ToolBar>
    </div>
  );
}
