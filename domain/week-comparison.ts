import { z } from 'zod';
import { Id } from './fields.ts';
import { ViewpointPhoto } from './viewpoint-history.ts';

/** A photo of a published week, to compare with another from the same viewpoint. */
export const ComparedPhoto = ViewpointPhoto.omit({
  fileName: true,
  capturedAt: true,
  isPublished: true,
}).extend({ viewpointId: Id });
export type ComparedPhoto = z.infer<typeof ComparedPhoto>;

/** A viewpoint's photo in a week, and an earlier one. */
export const ComparedView = z.object({
  viewpoint: z.object({ id: Id, name: z.string() }),
  /** Null if the viewpoint has no earlier photo to compare with. */
  before: ComparedPhoto.nullable(),
  after: ComparedPhoto,
  /** Clockwise rotation of the after photo, degrees, to match the before photo if the two are not aligned. */
  turn: z.number(),
});
export type ComparedView = z.infer<typeof ComparedView>;

/** A week compared with earlier photos. */
export const WeekComparison = z.object({
  /** In viewpoint order. */
  views: z.array(ComparedView),
  /** The viewpoint to show first. */
  firstId: Id.nullable(),
});
export type WeekComparison = z.infer<typeof WeekComparison>;

/**
 * What a week is compared with: the last or first earlier photo from each viewpoint, or the photos of an earlier week,
 * by its ID.
 */
export const Since = z.union([z.enum(['last', 'start']), Id]);
export type Since = z.infer<typeof Since>;
