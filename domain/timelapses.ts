import { z } from 'zod';
import { Id } from './fields.ts';
import { CoverPicture } from './files.ts';

export const TimelapseOptions = z.object({
  speed: z.enum(['slow', 'normal', 'fast']).default('normal'),
  isAligned: z.boolean().default(true),
  isEvened: z.boolean().default(true),
  hasDays: z.boolean().default(true),
});
export type TimelapseOptions = z.infer<typeof TimelapseOptions>;

export const FilmSize = z.enum(['1080p', '4k']);
export type FilmSize = z.infer<typeof FilmSize>;

/** A video without progress for `patienceMinutes` counts as failed. */
export const TIMELAPSE_LIMITS = { kept: 8, days: 30, patienceMinutes: 15 } as const;

/** `poster` is the last photo. Sizes in pixels and bytes. */
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

export const Timelapse = z.object({
  size: FilmSize,
  state: z.enum(['making', 'ready', 'failed', 'cancelled']),
  percent: z.int().min(0).max(100),
  fileName: z.string(),
  url: z.string().nullable(),
  bytes: z.int().nullable(),
});
export type Timelapse = z.infer<typeof Timelapse>;
