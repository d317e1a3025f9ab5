import { z } from 'zod';
import { Id } from './fields.ts';
import { ViewpointPhoto } from './viewpoint-history.ts';

export const ComparedPhoto = ViewpointPhoto.omit({
  fileName: true,
  capturedAt: true,
  isPublished: true,
}).extend({ viewpointId: Id });
export type ComparedPhoto = z.infer<typeof ComparedPhoto>;

export const ComparedView = z.object({
  viewpoint: z.object({ id: Id, name: z.string() }),
  before: ComparedPhoto.nullable(),
  after: ComparedPhoto,
  /** Clockwise degrees to rotate the after photo by if the photos aren't aligned. */
  turn: z.number(),
});
export type ComparedView = z.infer<typeof ComparedView>;

export const SubmissionComparison = z.object({
  views: z.array(ComparedView),
  firstId: Id.nullable(),
});
export type SubmissionComparison = z.infer<typeof SubmissionComparison>;

/** Compare with each viewpoint's last or first earlier photo, or with an earlier submission by id. */
export const Since = z.union([z.enum(['last', 'start']), Id]);
export type Since = z.infer<typeof Since>;
