import { z } from 'zod';
import { parseDriveLink } from './drive-address.ts';
import { EmbeddedMap, MapAddress, MapCoordinates, MapProviderInput } from './embedded-maps.ts';
import { Day, Id, Instant, optionalText, text } from './fields.ts';
import { CoverPicture } from './files.ts';
import { listQuery } from './pages.ts';
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

export const DEFAULT_CONTENT_TYPE: ContentType = 'project_update';

const TYPES_WITH_MAP: readonly ContentType[] = [
  '2d_map',
  'weekly_update',
  'project_update',
  'milestone',
  'inspection',
];

export const hasMapSection = (type: ContentType): boolean => TYPES_WITH_MAP.includes(type);

const isSingleFile = (link: string) => {
  const kind = parseDriveLink(link)?.kind ?? 'unknown';
  return kind !== 'folder' && kind !== 'unknown';
};

/** Clients open this link, so only https is allowed. */
const FolderLink = optionalText(2000)
  .refine(
    (link) => link === null || /^https:\/\/\S+$/i.test(link),
    'Enter a link that starts with https://',
  )
  .refine(
    (link) => link === null || !isSingleFile(link),
    'This link is for a single file. Enter a link to a Google Drive folder.',
  );

const submissionFields = z.object({
  title: text().min(1, 'A title is required.').max(200),
  contentType: ContentType,
  summary: optionalText(2000),
  contentText: optionalText(50_000),
  recordedDate: Day.nullable(),
  googleDriveFolderUrl: FolderLink,
  mapEmbedUrl: MapAddress,
  mapProvider: MapProviderInput,
  mapCoordinates: MapCoordinates,
});

export const SubmissionInput = submissionFields
  .partial()
  .required({ title: true })
  .extend({
    projectId: Id,
    contentType: ContentType.default(DEFAULT_CONTENT_TYPE),
    visitId: Id.nullable().optional(),
  });
export const SubmissionChange = submissionFields.partial();

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
  /** Copies of Drive files that the text links to: link id (see drive-links.ts) to file id. */
  driveCopies: z.record(z.string(), Id),
  ...EmbeddedMap.shape,
  photoCount: z.int(),
  videoCount: z.int(),
  mapCount: z.int(),
  documentCount: z.int(),
  fileCount: z.int(),
  cover: CoverPicture.nullable(),
  createdAt: Instant,
  clock: PublicationClock,
});
export type Submission = z.infer<typeof Submission>;

export const StaffSubmission = Submission.extend({
  status: SubmissionStatus,
  clock: StaffClock,
  publishAt: Instant.nullable(),
  scheduleError: z.string().nullable(),
  projectName: z.string(),
  timeZone: z.string(),
  companyName: z.string(),
  hiddenCount: z.int(),
  processingCount: z.int(),
  failedCount: z.int(),
  updatedAt: Instant,
  updatedBy: z.object({ id: Id, name: z.string() }).nullable(),
});
export type StaffSubmission = z.infer<typeof StaffSubmission>;

export const SUBMISSION_SORTS = ['title', 'type', 'status', 'created'] as const;

/** Sorted within each project; by default the most recently recorded first. */
export const LibraryQuery = listQuery(SUBMISSION_SORTS).extend({
  status: SubmissionStatus.optional(),
});

export const LibraryPage = z.object({
  submissions: z.array(StaffSubmission),
  found: z.int(),
  projects: z.array(z.object({ projectId: Id, total: z.int(), found: z.int() })),
});
export type LibraryPage = z.infer<typeof LibraryPage>;

export const SharedSubmission = Submission.omit({
  googleDriveFolderUrl: true,
  driveCopies: true,
  contentText: true,
  mapEmbedUrl: true,
  mapProvider: true,
  mapCoordinates: true,
  clock: true,
});
export type SharedSubmission = z.infer<typeof SharedSubmission>;
