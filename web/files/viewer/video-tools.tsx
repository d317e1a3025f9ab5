import {
  IconDrone,
  IconMapPinPlus,
  IconPictureInPicture,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { videoTime } from '#web/lib/formats.ts';
import type { Chapter } from '#domain/chapters.ts';
import { ChapterList } from '#web/ui/picture/chapter-list.tsx';
import { ToolBar, ToolButton } from './tool-button.tsx';
import { SPEEDS, type useVideo } from './use-video.ts';
import styles from './video-player.module.css';

const SEEK_SECONDS = 1;

type VideoToolsProps = {
  chapters: readonly Chapter[];
  film: Omit<ReturnType<typeof useVideo>, 'film'>;
  onPin: (() => void) | null;
  flightData: { isShown: boolean; toggle: () => void } | null;
};

export function VideoTools({ film, chapters, onPin, flightData }: VideoToolsProps) {
  const { isPlaying, isMuted, speed, time, duration } = film;
  return (
    <ToolBar className={styles.tools}>
      <ChapterList className={styles.chapters} chapters={chapters} time={time} onSeek={film.seek} />
      <div className={styles.position}>
        <input
          type="range"
          className={styles.seek}
          min={0}
          max={duration || 1}
          step={SEEK_SECONDS}
          value={Math.min(time, duration || 1)}
          aria-label="Position"
          aria-valuetext={`${videoTime(time)} of ${videoTime(duration)}`}
          onChange={(event) => film.seek(Number(event.target.value))}
        />
        <span className={styles.clock}>
          {videoTime(time)} / {videoTime(duration)}
        </span>
      </div>
      <ToolButton
        label="Frame back"
        shortcut=","
        icon={IconPlayerTrackPrev}
        onClick={() => film.stepFrame(-1)}
      />
      <ToolButton
        label={isPlaying ? 'Pause' : 'Play'}
        shortcut="k"
        icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
        onClick={film.toggle}
      />
      <ToolButton
        label="Frame forward"
        shortcut="."
        icon={IconPlayerTrackNext}
        onClick={() => film.stepFrame(1)}
      />
      <ToolButton
        label={isMuted ? 'Unmute' : 'Mute'}
        icon={isMuted ? IconVolumeOff : IconVolume}
        onClick={() => film.setIsMuted(!isMuted)}
      />
      <select
        className={`control ${styles.speed}`}
        aria-label="Speed"
        value={speed}
        onChange={(event) => film.changeSpeed(Number(event.target.value))}
      >
        {SPEEDS.map((rate) => (
          <option key={rate} value={rate}>
            {rate}×
          </option>
        ))}
      </select>
      {onPin ? (
        <ToolButton label="Add pin" shortcut="p" icon={IconMapPinPlus} onClick={onPin} />
      ) : null}
      {flightData ? (
        <ToolButton
          label="Flight data"
          icon={IconDrone}
          isPressed={flightData.isShown}
          onClick={flightData.toggle}
        />
      ) : null}
      {film.pictureInPicture ? (
        <ToolButton
          label="Picture in picture"
          icon={IconPictureInPicture}
          onClick={film.pictureInPicture}
        />
      ) : null}
    </ToolBar>
  );
}
