import { z } from 'zod';
import { Id } from './fields.ts';
import { CoverPicture } from './files.ts';

/** How a time-lapse looks, played in a browser or as a film. */
export const TimelapseLook = z.object({
  speed: z.enum(['slow', 'normal', 'fast']).default('normal'),
  /** Photos lie on one another; else each fills the frame as it was taken. */
  isAligned: z.boolean().default(true),
  /** Differences of light between photos are evened out. */
  isEvened: z.boolean().default(true),
  /** The day stands in the picture. */
  hasDays: z.boolean().default(true),
});
export type TimelapseLook = z.infer<typeof TimelapseLook>;

export const FilmSize = z.enum(['1080p', '4k']);
export type FilmSize = z.infer<typeof FilmSize>;

/** How many films of a viewpoint are kept, for how many days, and after how many minutes without a sign one was given up. */
export const TIMELAPSE_LIMITS = { kept: 8, days: 30, patienceMinutes: 15 } as const;

/** A film as visitors of a link get it; `poster` is its last photo. Pixels and bytes. */
export const SharedTimelapse = z.object({
  id: Id,
  viewpointName: z.string(),
  url: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  seconds: z.number(),
  photoCount: z.int(),
  poster: CoverPicture,
});
export type SharedTimelapse = z.infer<typeof SharedTimelapse>;

/** How far a film is; `url` and `bytes` once it is ready. */
export const Timelapse = z.object({
  size: FilmSize,
  state: z.enum(['making', 'ready', 'failed', 'cancelled']),
  percent: z.int().min(0).max(100),
  fileName: z.string(),
  url: z.string().nullable(),
  bytes: z.int().nullable(),
});
export type Timelapse = z.infer<typeof Timelapse>;
