import { z } from 'zod';
import { tooLong } from './contact-messages.ts';
import { Day, Id, Instant, line } from './fields.ts';
import { CoverPicture } from './files.ts';
import { Alignment } from './registrations.ts';
import { VIEWPOINT_NAME_MAX } from './viewpoint-names.ts';

export const ViewpointName = line()
  .min(1, 'Please enter a name.')
  .max(VIEWPOINT_NAME_MAX, tooLong(VIEWPOINT_NAME_MAX));

/** A viewpoint as those get it who see its project; its photos and days are those that they see. */
export const ProjectViewpoint = z.object({
  id: Id,
  projectId: Id,
  name: z.string(),
  /** Whether staff alone see it. */
  isHidden: z.boolean(),
  photoCount: z.int(),
  weekCount: z.int(),
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  /** The latest photo. */
  cover: CoverPicture.nullable(),
});
export type ProjectViewpoint = z.infer<typeof ProjectViewpoint>;

/** What the viewpoints of a week are beside those of the weeks before it. */
export const SubmissionViewpoints = z.object({
  missing: z.array(ProjectViewpoint),
  fresh: z.array(ProjectViewpoint),
});
export type SubmissionViewpoints = z.infer<typeof SubmissionViewpoints>;

/** A photo of a viewpoint; `day` is that of its week at the site. */
export const ViewpointPhoto = CoverPicture.extend({
  id: Id,
  fileName: z.string(),
  submissionId: Id,
  submissionTitle: z.string(),
  day: Day,
  capturedAt: Instant.nullable(),
  /** Whether clients see the week; of others staff alone get photos. */
  isPublished: z.boolean(),
  /** How it lies on the reference of the viewpoint; null while nobody has looked. */
  alignment: Alignment.nullable(),
});
export type ViewpointPhoto = z.infer<typeof ViewpointPhoto>;

/** A viewpoint through time, the oldest photo first. */
export const ViewpointHistory = ProjectViewpoint.omit({
  photoCount: true,
  weekCount: true,
  firstDay: true,
  lastDay: true,
  cover: true,
}).extend({
  /** The photo that the others are laid on, and whether staff chose it. */
  referenceId: Id.nullable(),
  isReferenceChosen: z.boolean(),
  photos: z.array(ViewpointPhoto),
});
export type ViewpointHistory = z.infer<typeof ViewpointHistory>;

/**
 * Why a photo is offered to be put at a viewpoint: it does not say where it was taken, it is of no viewpoint
 * all the same, or it says that it was taken so far from all others that this cannot be right.
 */
const UNPLACED = ['no-position', 'no-viewpoint', 'far-off'] as const;

/**
 * What speaks for a viewpoint: the photo lies on one of it, was taken near to it, resembles one of it, looks the same way, or
 * its week has no photo of it yet.
 */
const OFFERED_BY = ['picture', 'position', 'likeness', 'direction', 'missing'] as const;

/** A photo that staff are to put at a viewpoint. */
export const UnplacedPhoto = ViewpointPhoto.omit({ alignment: true }).extend({
  reason: z.enum(UNPLACED),
  /** The viewpoint that it alone is of when it is far off. */
  viewpointId: Id.nullable(),
  /** The likeliest viewpoints, the likeliest first, and what speaks for each. */
  offers: z.array(z.object({ viewpointId: Id, by: z.enum(OFFERED_BY) })),
});
export type UnplacedPhoto = z.infer<typeof UnplacedPhoto>;

/** The most photos without a viewpoint that are listed, and how many viewpoints are offered for one. */
export const UNPLACED_LIMITS = { photos: 200, offers: 3 } as const;

/** The most photos of a viewpoint that are shown: 20 years of weeks. */
export const HISTORY_LIMIT = 1000;

/** The most photos that staff give to a viewpoint at once. */
export const ASSIGN_LIMIT = 500;
