import { z } from 'zod';
import { Day, Id, Instant, optionalText, text } from './fields.ts';
import { CoverPicture } from './files.ts';
import { PublicationClock, StaffClock } from './publication-clock.ts';

export const SubmissionStatus = z.enum(['draft', 'published', 'archived']);
export type SubmissionStatus = z.infer<typeof SubmissionStatus>;

export const ContentType = z.enum([
  'article',
  'news',
  'project_update',
  'weekly_update',
  '2d_map',
  'gallery',
  'milestone',
  'inspection',
  'video_update',
]);
export type ContentType = z.infer<typeof ContentType>;

/** Opened by whoever reads the submission, so it leads to the web and runs nothing. */
const FolderLink = optionalText(2000).refine(
  (link) => link === null || /^https:\/\/\S+$/i.test(link),
  'Enter a link that starts with https://',
);

const submissionFields = z.object({
  title: text().min(1, 'A title is required.').max(200),
  contentType: ContentType,
  summary: optionalText(2000),
  contentText: optionalText(50_000),
  recordedDate: Day.nullable(),
  googleDriveFolderUrl: FolderLink,
});

export const SubmissionInput = submissionFields
  .partial()
  .required({ title: true })
  .extend({ projectId: Id });
export const SubmissionChange = submissionFields.partial();

/** A published submission as a client or a share visitor gets it. */
export const Submission = z.object({
  id: Id,
  projectId: Id,
  title: z.string(),
  contentType: ContentType,
  summary: z.string().nullable(),
  contentText: z.string().nullable(),
  recordedDate: Day.nullable(),
  publishedAt: Instant.nullable(),
  googleDriveFolderUrl: z.string().nullable(),
  photoCount: z.int(),
  videoCount: z.int(),
  fileCount: z.int(),
  cover: CoverPicture.nullable(),
  createdAt: Instant,
  clock: PublicationClock,
});
export type Submission = z.infer<typeof Submission>;

/** A submission as staff get it: drafts too, with what is not yet in order. `timeZone` is its project's. */
export const StaffSubmission = Submission.extend({
  status: SubmissionStatus,
  clock: StaffClock,
  /** When it is published by itself; and why that was refused the last time. */
  publishAt: Instant.nullable(),
  scheduleError: z.string().nullable(),
  projectName: z.string(),
  timeZone: z.string(),
  companyName: z.string(),
  processingCount: z.int(),
  failedCount: z.int(),
  updatedAt: Instant,
});
export type StaffSubmission = z.infer<typeof StaffSubmission>;

/** Share visitors get no drive folder, no working text and no clock. */
export const SharedSubmission = Submission.omit({
  googleDriveFolderUrl: true,
  contentText: true,
  clock: true,
});
export type SharedSubmission = z.infer<typeof SharedSubmission>;
