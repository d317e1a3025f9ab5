import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react';
import { planTimelapse, SPEEDS, brightnessGains } from '#domain/timelapse-plan.ts';
import type { TimelapseOptions } from '#domain/timelapses.ts';
import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { counted, date } from '#web/lib/formats.ts';
import { Layers } from './layers.tsx';
import { PlayerTools } from './player-tools.tsx';
import styles from './timelapse-player.module.css';
import { usePlayback } from './use-playback.ts';
import { useQuery } from '@tanstack/react-query';
import { pictureUrl } from '#domain/pictures.ts';

const ARROW_STEPS: Partial<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };
/** Overlays, such as the photo viewer, which receive all keys wherever the focus is. */
const OVERLAYS = 'dialog[open], [role="dialog"], [role="menu"]';
/** Elements that use the arrow keys themselves. */
const OWN_ARROW_KEYS = 'input, select, textarea, [role="slider"]';

/** Arrow keys work if the focus is in the player or on the body. */
function useArrowKeys(player: RefObject<HTMLElement | null>, onStep: (by: 1 | -1) => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const by = ARROW_STEPS[key];
    if (!by || ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented) return;
    if (!(target instanceof Element) || target.closest(OWN_ARROW_KEYS)) return;
    // A click next to the buttons, or in Safari on a button, moves the focus to the body.
    if (target !== document.body && !player.current?.contains(target)) return;
    if (document.querySelector(OVERLAYS)) return;
    event.preventDefault();
    onStep(by);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Width in pixels at which brightness is measured. */
const SAMPLE_WIDTH = 16;

/** A photo's mean pixel value, 0 to 255; 0 if it can't be read. */
async function brightnessOf({ mediaUrl, presets }: ViewpointPhoto): Promise<number> {
  const image = new Image();
  image.src = pictureUrl(mediaUrl, Math.min(...presets));
  try {
    await image.decode();
  } catch {
    return 0;
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SAMPLE_WIDTH;
  const context = canvas.getContext('2d');
  if (!context) return 0;
  context.drawImage(image, 0, 0, SAMPLE_WIDTH, SAMPLE_WIDTH);
  const { data } = context.getImageData(0, 0, SAMPLE_WIDTH, SAMPLE_WIDTH);
  const sum = data.reduce((total, value, at) => (at % 4 === 3 ? total : total + value), 0);
  return sum / (SAMPLE_WIDTH * SAMPLE_WIDTH * 3);
}

function useGains(photos: readonly ViewpointPhoto[], isWanted: boolean): readonly number[] {
  const { data } = useQuery({
    queryKey: ['timelapse brightness', photos.map(({ id }) => id)],
    queryFn: async () => brightnessGains(await Promise.all(photos.map(brightnessOf))),
    enabled: isWanted,
    staleTime: Infinity,
  });
  return isWanted && data ? data : [];
}

type TimelapsePlayerProps = {
  photos: readonly ViewpointPhoto[];
  timeZone: string;
  look: TimelapseOptions;
  onLook: (look: TimelapseOptions) => void;
};

/** Plays a viewpoint's photos as if taken by a fixed camera. */
export function TimelapsePlayer({ photos, timeZone, look, onLook }: TimelapsePlayerProps) {
  const { isAligned } = look;
  const plan = useMemo(() => planTimelapse(photos, { isAligned }), [photos, isAligned]);
  if (!plan) return null;
  return <Player key={String(plan.isAligned)} {...{ plan, timeZone, look, onLook }} />;
}

/** Keeps the player's buttons on the first screen, below the page's header. */
const MAX_HEIGHT = 'max(45dvh, 100dvh - 24.75rem)';

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
  useArrowKeys(player, (by) =>
    playback.goTo(Math.min(shots.length - 1, Math.max(0, playback.index + by))),
  );
  const shown = shots[playback.index]?.photo;
  const box = { width, height: (width * size.height) / size.width };
  return (
    <figure ref={player}>
      <div className={styles.screen}>
        <div
          ref={stageRef}
          className={styles.stage}
          style={{
            aspectRatio: `${size.width} / ${size.height}`,
            maxWidth: `calc(${MAX_HEIGHT} * ${size.width / size.height})`,
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

function captionOf({ shots, isAligned, leftOut }: Plan, look: TimelapseOptions): string {
  const photos = [...shots.map(({ photo }) => photo), ...leftOut];
  const coming = photos.filter(({ alignment }) => alignment === null).length;
  const refused = leftOut.length - (isAligned ? coming : 0);
  if (isAligned) {
    return [
      counted(shots.length, 'aligned photo'),
      refused > 0
        ? `${counted(refused, 'photo')} skipped because ${refused === 1 ? "it isn't" : "they aren't"} aligned`
        : '',
      coming > 0 ? `${counted(coming, 'photo')} still being aligned` : '',
    ]
      .filter(Boolean)
      .join('. ');
  }
  if (!look.isAligned) return 'Original photos, not aligned';
  return coming > 0
    ? 'Photos are still being aligned. Showing the originals.'
    : 'Too few photos match to align them. Showing the originals.';
}
