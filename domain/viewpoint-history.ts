import { z } from 'zod';
import { tooLong } from './contact-messages.ts';
import { Day, Id, Instant, line } from './fields.ts';
import { CoverPicture } from './files.ts';
import { Alignment } from './alignment.ts';
import { VIEWPOINT_NAME_MAX } from './viewpoint-names.ts';

export const ViewpointName = line()
  .min(1, 'Enter a name.')
  .max(VIEWPOINT_NAME_MAX, tooLong(VIEWPOINT_NAME_MAX));

export const ProjectViewpoint = z.object({
  id: Id,
  projectId: Id,
  name: z.string(),
  isHidden: z.boolean(),
  photoCount: z.int(),
  weekCount: z.int(),
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  cover: CoverPicture.nullable(),
});
export type ProjectViewpoint = z.infer<typeof ProjectViewpoint>;

export const SubmissionViewpoints = z.object({
  missing: z.array(ProjectViewpoint),
  fresh: z.array(ProjectViewpoint),
});
export type SubmissionViewpoints = z.infer<typeof SubmissionViewpoints>;

export const ViewpointPhoto = CoverPicture.extend({
  id: Id,
  fileName: z.string(),
  submissionId: Id,
  submissionTitle: z.string(),
  day: Day,
  capturedAt: Instant.nullable(),
  isPublished: z.boolean(),
  alignment: Alignment.nullable(),
});
export type ViewpointPhoto = z.infer<typeof ViewpointPhoto>;

export const ViewpointHistory = ProjectViewpoint.omit({
  photoCount: true,
  weekCount: true,
  firstDay: true,
  lastDay: true,
  cover: true,
}).extend({
  /** The photo that others are aligned with, and whether staff chose it. */
  referenceId: Id.nullable(),
  isReferenceChosen: z.boolean(),
  photos: z.array(ViewpointPhoto),
});
export type ViewpointHistory = z.infer<typeof ViewpointHistory>;

/**
 * Why a photo is listed: it has no position, no viewpoint despite its position, or a position far from all viewpoints.
 */
const UNPLACED_REASONS = ['no-position', 'no-viewpoint', 'far-off'] as const;

/**
 * Why a viewpoint is suggested: the photo aligns with it, was taken nearby, looks similar, has the same direction, or
 * the submission has no photo of it yet.
 */
const SUGGESTION_REASONS = ['picture', 'position', 'likeness', 'direction', 'missing'] as const;

export const UnplacedPhoto = ViewpointPhoto.omit({ alignment: true }).extend({
  reason: z.enum(UNPLACED_REASONS),
  viewpointId: Id.nullable(),
  offers: z.array(z.object({ viewpointId: Id, by: z.enum(SUGGESTION_REASONS) })),
});
export type UnplacedPhoto = z.infer<typeof UnplacedPhoto>;

export const UNPLACED_LIMITS = { photos: 200, offers: 3 } as const;

export const HISTORY_LIMIT = 1000;

export const ASSIGN_LIMIT = 500;
