import { z } from 'zod';
import { Id } from './fields.ts';
import { ViewpointPhoto } from './viewpoint-history.ts';

/** A photo of a published week as it is compared with another one of its viewpoint. */
export const ComparedPhoto = ViewpointPhoto.omit({
  fileName: true,
  capturedAt: true,
  isPublished: true,
}).extend({ viewpointId: Id });
export type ComparedPhoto = z.infer<typeof ComparedPhoto>;

/** What a viewpoint shows in a week, and what it showed before. */
export const ComparedView = z.object({
  viewpoint: z.object({ id: Id, name: z.string() }),
  /** Null when the viewpoint was not photographed then. */
  before: ComparedPhoto.nullable(),
  after: ComparedPhoto,
  /** Degrees clockwise that the after photo is turned by to match the before photo where they are not aligned. */
  turn: z.number(),
});
export type ComparedView = z.infer<typeof ComparedView>;

/**
 * What a week is compared with: the last or the first time that each of its viewpoints was photographed, or an
 * earlier week by its id.
 */
export const Since = z.union([z.enum(['last', 'start']), Id]);
export type Since = z.infer<typeof Since>;
