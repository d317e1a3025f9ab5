import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import { planTimelapse, SPEEDS } from '#domain/timelapse-plan.ts';
import type { TimelapseLook } from '#domain/timelapses.ts';
import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { counted, date } from '#web/lib/formats.ts';
import { Layers } from './layers.tsx';
import { PlayerTools } from './player-tools.tsx';
import styles from './timelapse-player.module.css';
import { useGains } from './use-gains.ts';
import { usePlayback } from './use-playback.ts';
import { useWeekKeys } from './use-week-keys.ts';

type TimelapsePlayerProps = {
  /** The oldest first. */
  photos: readonly ViewpointPhoto[];
  timeZone: string;
  look: TimelapseLook;
  onLook: (look: TimelapseLook) => void;
};

/** The photos of a viewpoint as a fixed camera would have seen them, played at once. */
export function TimelapsePlayer({ photos, timeZone, look, onLook }: TimelapsePlayerProps) {
  const { isAligned } = look;
  const plan = useMemo(() => planTimelapse(photos, { isAligned }), [photos, isAligned]);
  if (!plan) return null;
  return <Player key={String(plan.isAligned)} {...{ plan, timeZone, look, onLook }} />;
}

/** So high that its buttons are on the first screen with it, below what stands above it there. */
const HIGHEST = 'max(45dvh, 100dvh - 24.75rem)';

type Plan = NonNullable<ReturnType<typeof planTimelapse<ViewpointPhoto>>>;
type PlayerProps = Omit<TimelapsePlayerProps, 'photos'> & { plan: Plan };

function Player({ plan, timeZone, look, onLook }: PlayerProps) {
  const { shots, size } = plan;
  const [isLooping, setLooping] = useState(true);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const player = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const stageRef = useMergedRef(ref, stage);
  const settled = useRef(new Set<string>());
  const onSettled = useCallback((id: string) => void settled.current.add(id), []);
  const isReady = useCallback(
    (at: number) => {
      const id = shots[at]?.photo.id;
      return id === undefined || settled.current.has(id);
    },
    [shots],
  );
  const gains = useGains(
    shots.map(({ photo }) => photo),
    look.isEvened,
  );
  const playback = usePlayback({
    count: shots.length,
    photoSeconds: SPEEDS[look.speed],
    isLooping,
    isReady,
    stage,
  });
  useWeekKeys(player, (by) =>
    playback.goTo(Math.min(shots.length - 1, Math.max(0, playback.index + by))),
  );
  const shown = shots[playback.index]?.photo;
  const box = { width, height: (width * size.height) / size.width };
  return (
    <figure ref={player} className={styles.player}>
      <div className={styles.screen}>
        <div
          ref={stageRef}
          className={styles.stage}
          style={{
            aspectRatio: `${size.width} / ${size.height}`,
            maxWidth: `calc(${HIGHEST} * ${size.width / size.height})`,
          }}
        >
          {width > 0 ? (
            <Layers {...{ plan, isLooping, box, gains, onSettled }} index={playback.index} />
          ) : null}
          {look.hasDays && shown ? (
            <span className={styles.day}>{date(shown.day, timeZone)}</span>
          ) : null}
        </div>
      </div>
      <PlayerTools
        {...{ look, onLook, playback, isLooping }}
        days={shots.map(({ photo }) => date(photo.day, timeZone))}
        onLooping={setLooping}
      />
      <figcaption className={styles.caption}>{captionOf(plan, look)}</figcaption>
    </figure>
  );
}

/** What is honest to say of how the photos lie. */
function captionOf({ shots, isAligned, leftOut }: Plan, look: TimelapseLook): string {
  const photos = [...shots.map(({ photo }) => photo), ...leftOut];
  const coming = photos.filter(({ alignment }) => alignment === null).length;
  const refused = leftOut.length - (isAligned ? coming : 0);
  if (isAligned) {
    return [
      `${counted(shots.length, 'photo')}, aligned with each other`,
      refused > 0 ? `${counted(refused, 'photo')} left out: not aligned` : '',
      coming > 0 ? `${counted(coming, 'photo')} still being aligned` : '',
    ]
      .filter(Boolean)
      .join('. ');
  }
  if (!look.isAligned) return 'Shown as taken';
  return coming > 0
    ? 'Shown as taken while the photos are being aligned'
    : 'Not aligned: too few photos match. Shown as taken.';
}
