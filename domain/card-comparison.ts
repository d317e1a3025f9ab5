import { z } from 'zod';
import { Day, Id, Instant } from './fields.ts';
import { LENSES } from './lens.ts';
import { Sha256 } from './uploads.ts';

export const Viewpoint = z.object({
  id: Id,
  name: z.string(),
  isHidden: z.boolean(),
  /** Whether clients see one of its photos; otherwise it's never reported missing. */
  isPublished: z.boolean(),
  latitude: z.number(),
  longitude: z.number(),
  relativeAltitude: z.number().nullable(),
  gimbalYaw: z.number().nullable(),
  gimbalPitch: z.number().nullable(),
  lens: z.enum(LENSES).nullable(),
  focalLength: z.number().nullable(),
  equivalentFocalLength: z.number().nullable(),
});
export type Viewpoint = z.infer<typeof Viewpoint>;

export const MAX_DRAFTS = 50;

export const VisitTarget = z.object({ id: Id, title: z.string(), recordedDate: Day.nullable() });
export type VisitTarget = z.infer<typeof VisitTarget>;

export const CardComparison = z.object({
  /**
   * Viewpoints with photos or with a name from staff. One with several camera positions is listed once per position.
   */
  viewpoints: z.array(Viewpoint),
  titles: z.array(z.string()),
  drafts: z.array(VisitTarget),
  /** Planned visits of the last 60 and next 5 days. */
  visits: z.array(z.object({ id: Id, dueAt: Instant, isFlown: z.boolean() })),
  known: z.array(
    z.object({
      fileSize: z.int(),
      sha256: Sha256,
      submissionId: Id,
      submissionTitle: z.string(),
    }),
  ),
});
export type CardComparison = z.infer<typeof CardComparison>;
