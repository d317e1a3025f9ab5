import type { CSSProperties } from 'react';
import { matrix3d, resized, type Size } from '#domain/homography.ts';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import { type Plan, type Shot, sizeOf } from '#domain/timelapse-plan.ts';
import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import styles from './timelapse-player.module.css';

const PRELOADED_PHOTOS = 3;

type LayersProps = {
  plan: Plan<ViewpointPhoto>;
  index: number;
  isLooping: boolean;
  /** The size of the frame on the screen, in px. */
  box: Size;
  gains: readonly number[];
  onSettled: (id: string) => void;
};

type Role = 'below' | 'shown' | 'next' | 'coming';

/** The current photo, the next one fading in, the previous one underneath, and some preloaded ones. */
export function Layers({ plan, index, isLooping, box, gains, onSettled }: LayersProps) {
  const { shots, size } = plan;
  const roleOf = (at: number): Role | null => {
    const ahead = isLooping ? (at - index + shots.length) % shots.length : at - index;
    if (ahead === 0) return 'shown';
    if (ahead === 1) return 'next';
    if (at === index - 1) return 'below';
    return ahead > 0 && ahead <= PRELOADED_PHOTOS ? 'coming' : null;
  };
  return shots.map((shot, at) => {
    const role = roleOf(at);
    if (!role) return null;
    const { photo } = shot;
    const preset = presetFor(photo.presets, box.width * window.devicePixelRatio);
    if (preset === null) return null;
    return (
      <img
        key={photo.id}
        className={styles.layer}
        data-role={role}
        src={pictureUrl(photo.mediaUrl, preset)}
        alt={role === 'shown' ? photo.submissionTitle : ''}
        draggable={false}
        decoding="async"
        style={alignedStyle(shot, size, box, gains[at])}
        onLoad={() => onSettled(photo.id)}
        onError={() => onSettled(photo.id)}
      />
    );
  });
}

/** Styles a photo in an element that has the frame's size. */
function alignedStyle(
  { photo, matrix }: Shot<ViewpointPhoto>,
  frame: Size,
  box: Size,
  gain: number | undefined,
): CSSProperties {
  const onScreen = resized(matrix, { is: sizeOf(photo), shown: box }, { is: frame, shown: box });
  return {
    transform: matrix3d(onScreen),
    ...(gain === undefined || gain === 1 ? {} : { filter: `brightness(${gain})` }),
  };
}
