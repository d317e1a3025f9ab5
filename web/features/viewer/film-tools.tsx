import {
  IconDrone,
  IconPictureInPicture,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { ToolBar, ToolButton } from './tool-button.tsx';
import { SPEEDS, type useFilm } from './use-film.ts';
import styles from './video-player.module.css';

/** Seconds between two positions of the range. */
const SEEK_STEP = 1;

/** Seconds as '1:05' or '1:02:05'. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

type FilmToolsProps = {
  film: Omit<ReturnType<typeof useFilm>, 'film'>;
  /** Whether the notes of the flight are shown; null where there are none. */
  notes: { isShown: boolean; toggle: () => void } | null;
};

/** Below a film: play, frame by frame, sound, position, speed, notes and a small window. */
export function FilmTools({ film, notes }: FilmToolsProps) {
  const { isPlaying, isMuted, speed, time, duration } = film;
  return (
    <ToolBar className={styles.tools}>
      <div className={styles.position}>
        <input
          type="range"
          className={styles.seek}
          min={0}
          max={duration || 1}
          step={SEEK_STEP}
          value={Math.min(time, duration || 1)}
          aria-label="Position"
          aria-valuetext={`${clock(time)} of ${clock(duration)}`}
          onChange={(event) => film.seek(Number(event.target.value))}
        />
        <span className={styles.clock}>
          {clock(time)} / {clock(duration)}
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
        className={styles.speed}
        aria-label="Speed"
        value={speed}
        onChange={(event) => film.play(Number(event.target.value))}
      >
        {SPEEDS.map((rate) => (
          <option key={rate} value={rate}>
            {rate}×
          </option>
        ))}
      </select>
      {notes ? (
        <ToolButton
          label="Flight data"
          icon={IconDrone}
          isPressed={notes.isShown}
          onClick={notes.toggle}
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
