import { z } from 'zod';
import { Day, Id } from './fields.ts';
import { LENSES } from './lens.ts';
import { Sha256 } from './uploads.ts';

/** A place in the air and a look from it that a project is photographed from, visit after visit. */
export const Viewpoint = z.object({
  id: Id,
  name: z.string(),
  /** Whether staff alone see it; nobody misses a photo of it. */
  isHidden: z.boolean(),
  /** Whether clients see a photo of it; nobody misses others. */
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

/** Drafts that a visit can be added to; a project hardly has more. */
export const MOST_DRAFTS = 50;

/** A draft that the files of a visit can be added to. */
export const VisitTarget = z.object({ id: Id, title: z.string(), recordedDate: Day.nullable() });
export type VisitTarget = z.infer<typeof VisitTarget>;

/** What a project has already, to compare the files of a visit with. */
export const VisitProject = z.object({
  /** Those with photos, or a name from staff. One that photos are taken from different places of is there for each of them. */
  viewpoints: z.array(Viewpoint),
  titles: z.array(z.string()),
  drafts: z.array(VisitTarget),
  /** Files with as many bytes as one of the visit: the same if their hashes are. */
  known: z.array(
    z.object({
      fileSize: z.int(),
      sha256: Sha256,
      submissionId: Id,
      submissionTitle: z.string(),
    }),
  ),
});
export type VisitProject = z.infer<typeof VisitProject>;
