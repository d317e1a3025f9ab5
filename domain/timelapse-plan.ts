// No zod here, so the player doesn't load it.
import { commonRectangle } from './common-area.ts';
import {
  compose,
  homographyOf,
  inverse,
  IDENTITY,
  type Homography,
  type Size,
} from './homography.ts';
import type { FilmSize, TimelapseOptions } from './timelapses.ts';
import type { ViewpointPhoto } from './viewpoint-history.ts';
import { groupBy } from './group-by.ts';

/** Seconds per photo. It is shown alone for the first half and fades to the next in the second half. */
export const SPEEDS = { slow: 1.2, normal: 0.6, fast: 0.3 } as const;

export const FRAMES_PER_SECOND = 30;

/** Maximum size in pixels; the aspect ratio is that of the reference photo. */
const VIDEO_SIZES = {
  '1080p': { width: 1920, height: 1080 },
  '4k': { width: 3840, height: 2160 },
} as const satisfies Record<FilmSize, Size>;

type Photo = Pick<ViewpointPhoto, 'id' | 'day' | 'width' | 'height' | 'alignment'>;

export type Shot<T> = { photo: T; matrix: Homography };

export type Plan<T> = {
  size: Size;
  shots: Shot<T>[];
  leftOut: T[];
  isAligned: boolean;
};

/** One photo per day. Not aligned if fewer than two photos share a reference; null for fewer than two photos. */
export function planTimelapse<T extends Photo>(
  photos: readonly T[],
  { isAligned }: Pick<TimelapseOptions, 'isAligned'>,
): Plan<T> | null {
  const ofDays = onePhotoPerDay(photos);
  if (ofDays.length < 2) return null;
  const aligned = isAligned ? alignedPlan(ofDays) : null;
  return aligned ?? plainPlan(ofDays);
}

function alignedPlan<T extends Photo>(ofDays: readonly T[]): Plan<T> | null {
  const aligned = ofDays.flatMap((photo) => {
    const matrix =
      photo.alignment?.state === 'aligned' ? homographyOf(photo.alignment.matrix) : null;
    const reference = photo.alignment?.state === 'aligned' ? photo.alignment.reference : '';
    return matrix ? [{ photo, matrix, reference }] : [];
  });
  const groups = [...groupBy(aligned, ({ reference }) => reference).values()];
  const [group = []] = groups.toSorted((a, b) => b.length - a.length);
  // If the viewer can't see the reference's submission, the latest photo replaces the reference.
  const base = group.find(({ photo, reference }) => photo.id === reference) ?? group.at(-1);
  if (group.length < 2 || !base) return null;
  const toBase = inverse(base.matrix);
  const shown = new Set(group.map(({ photo }) => photo));
  const shots = group.map(({ photo, matrix }) => ({ photo, matrix: compose(toBase, matrix) }));
  return {
    ...cropped(shots, sizeOf(base.photo)),
    leftOut: ofDays.filter((photo) => !shown.has(photo)),
    isAligned: true,
  };
}

const MIN_FRAME_SHARE = 0.6;

function cropped<T extends Photo>(shots: Shot<T>[], whole: Size): Pick<Plan<T>, 'size' | 'shots'> {
  const sizes = shots.map(({ photo }) => sizeOf(photo));
  const part = commonRectangle(
    shots.map(({ matrix }) => matrix),
    sizes,
    whole,
  );
  if (!part || part.width < whole.width * MIN_FRAME_SHARE) return { size: whole, shots };
  const toPart: Homography = [1, 0, -part.left, 0, 1, -part.top, 0, 0, 1];
  return {
    size: { width: part.width, height: part.height },
    shots: shots.map(({ photo, matrix }) => ({ photo, matrix: compose(toPart, matrix) })),
  };
}

function plainPlan<T extends Photo>(ofDays: readonly T[]): Plan<T> | null {
  const last = ofDays.at(-1);
  if (!last) return null;
  const size = sizeOf(last);
  const shots = ofDays.map((photo) => ({ photo, matrix: covering(sizeOf(photo), size) }));
  return { size, shots, leftOut: [], isAligned: false };
}

export const sizeOf = ({ width, height }: Pick<Photo, 'width' | 'height'>): Size =>
  width && height ? { width, height } : { width: 4000, height: 3000 };

function covering(picture: Size, frame: Size): Homography {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height);
  if (scale === 1 && picture.width === frame.width && picture.height === frame.height)
    return IDENTITY;
  const left = (frame.width - picture.width * scale) / 2;
  const top = (frame.height - picture.height * scale) / 2;
  return [scale, 0, left, 0, scale, top, 0, 0, 1];
}

/** `fade`: how much of the next photo shows, 0 to 1. */
export type Moment = { index: number; next: number | null; fade: number };

export function momentAt(
  seconds: number,
  { count, photoSeconds, isLooping }: { count: number; photoSeconds: number; isLooping: boolean },
): Moment {
  const turns = Math.max(0, seconds) / photoSeconds;
  if (!isLooping && turns >= count - 1) return { index: count - 1, next: null, fade: 0 };
  const index = Math.floor(turns) % count;
  const part = turns - Math.floor(turns);
  return { index, next: (index + 1) % count, fade: Math.max(0, part * 2 - 1) };
}

const [MIN_GAIN, MAX_GAIN] = [0.7, 1.45];

/**
 * Gains that bring photos to the median brightness, limited so that night photos stay dark. `lights`: mean brightness
 * of each photo, 0 to 255.
 */
export function brightnessGains(lights: readonly number[]): number[] {
  const sorted = lights.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return lights.map((light) =>
    light > 0 ? Math.min(MAX_GAIN, Math.max(MIN_GAIN, middle / light)) : 1,
  );
}

export function filmSize(photo: Size, wanted: FilmSize): Size {
  const most = VIDEO_SIZES[wanted];
  const scale = Math.min(1, most.width / photo.width, most.height / photo.height);
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(photo.width), height: even(photo.height) };
}

export function onePhotoPerDay<T extends Pick<ViewpointPhoto, 'day' | 'alignment'>>(
  photos: readonly T[],
): T[] {
  const days = groupBy(photos, ({ day }) => day);
  return [...days.values()].flatMap((ofDay) => {
    const best = ofDay.find(({ alignment }) => alignment?.state === 'aligned') ?? ofDay[0];
    return best ? [best] : [];
  });
}
