import { z } from 'zod';
import { ArchiveFiles } from './downloads.ts';
import { EmbedSites } from './embed-sites.ts';
import { Id, Instant, optionalText } from './fields.ts';
import { SharedFile } from './files.ts';
import { listQuery } from './pages.ts';
import { SharedProject } from './projects.ts';
import { SharedSubmission } from './submissions.ts';
import { SharedTimelapse } from './timelapses.ts';

/** Whether a link opens: a disabled one does not, whatever its expiration. */
const SHARE_LINK_STATES = ['active', 'expired', 'disabled'] as const;
export type ShareLinkState = (typeof SHARE_LINK_STATES)[number];

export function shareLinkState(
  { isActive, expiresAt }: { isActive: boolean; expiresAt: string | null },
  now: Date,
): ShareLinkState {
  if (!isActive) return 'disabled';
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active';
}

/** Characters; a visitor types it once a day, and guesses are bounded. */
export const SHARE_PASSWORD = { min: 6, max: 200 };

/**
 * The switches of a link: each a boolean column of the same name in `share_links`. One more is a migration, its
 * grant (db/policies.sql), a line here and its word in a list (shown-parts.ts); whatever it forbids then asks for it.
 */
export const ShareSwitches = z.object({
  showPhotos: z.boolean().default(true).meta({
    title: 'Show photos',
    description: 'Visitors see the photos and compare weeks.',
  }),
  showVideos: z.boolean().default(true).meta({
    title: 'Show videos',
    description: 'Visitors can play the videos.',
  }),
  showMaps: z.boolean().default(true).meta({
    title: 'Show maps',
    description: 'Visitors see the maps and can measure on them.',
  }),
  showDocuments: z.boolean().default(true).meta({
    title: 'Show documents',
    description: 'Visitors see the names of documents and other files.',
  }),
  showTimelapses: z.boolean().default(false).meta({
    title: 'Show time-lapses',
    description:
      'Visitors can play the newest film of each viewpoint. Films are made on the page of a viewpoint.',
  }),
  allowDownload: z.boolean().default(true).meta({
    title: 'Allow downloads',
    description: 'Visitors can download the original files of what is shown.',
  }),
  showPositions: z.boolean().default(false).meta({
    title: 'Show where photos were taken',
    description: 'Visitors see the position of each photo. Original files may contain it, too.',
  }),
});
export type ShareSwitches = z.output<typeof ShareSwitches>;
export const SHARE_SWITCHES = ShareSwitches.keyof().options;

/** The switches of whatever carries all of them, and nothing else of it. */
export const switchesOf = (holder: ShareSwitches): ShareSwitches => ShareSwitches.parse(holder);

const Password = z
  .string()
  .min(SHARE_PASSWORD.min, `The password must have at least ${SHARE_PASSWORD.min} characters.`)
  .max(SHARE_PASSWORD.max);

/** The submissions of a link to some of them; what is published later is not among them. */
const SubmissionIds = z
  .array(Id)
  .min(1)
  .max(1000)
  .transform((ids) => [...new Set(ids)].toSorted());

/**
 * What a link opens: one submission, some, or all that are published. Strict: what is asked for under a name
 * that nothing reads would open more than was meant.
 */
export const ShareLinkInput = z.strictObject({
  projectId: Id,
  submissionId: Id.nullish(),
  submissionIds: SubmissionIds.nullish(),
  title: optionalText(200),
  description: optionalText(2000),
  expiresAt: Instant.nullish(),
  ...ShareSwitches.shape,
  password: Password.nullish(),
  embedSites: EmbedSites.default([]),
});

const SwitchChanges = z.object(
  Object.fromEntries(SHARE_SWITCHES.map((name) => [name, z.boolean().optional()])) as Record<
    keyof ShareSwitches,
    z.ZodOptional<z.ZodBoolean>
  >,
);

/** What is changed of a link: all but its project. Without a `password` it keeps its own, null takes it away. */
export const ShareLinkChange = z
  .strictObject({
    isActive: z.boolean(),
    submissionId: Id.nullable(),
    submissionIds: SubmissionIds.nullable(),
    title: optionalText(200),
    description: optionalText(2000),
    expiresAt: Instant.nullable(),
    password: Password.nullable(),
    embedSites: EmbedSites,
  })
  .partial()
  .extend(SwitchChanges.shape);

export const ShareLinkQuery = listQuery(['views', 'expires']).extend({
  state: z.enum(SHARE_LINK_STATES).optional(),
  projectId: Id.optional(),
});

/** What of a link visitors look at: its weeks, single photos, and originals or reports that they take along. */
export const SharePart = z.enum(['week', 'photo', 'download']);
export type SharePart = z.infer<typeof SharePart>;

/** A visitor looks at a submission or a file, `id`. */
export const ShareLook = z.strictObject({ part: SharePart, id: Id });
export type ShareLook = z.infer<typeof ShareLook>;

/**
 * A share link as the person who manages it gets it; `url` is the whole address to copy. Names, and the
 * time zone of the project, are null of what they no longer see.
 */
export const ShareLink = z.object({
  id: Id,
  projectId: Id,
  projectName: z.string().nullable(),
  timeZone: z.string().nullable(),
  submissionId: Id.nullable(),
  submissionTitle: z.string().nullable(),
  /** Of a link to some submissions, also those that were deleted since. */
  submissionIds: z.array(Id).nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  expiresAt: Instant.nullable(),
  isActive: z.boolean(),
  ...ShareSwitches.shape,
  hasPassword: z.boolean(),
  /** Sites that may show it in a frame, unless it asks for a password. */
  embedSites: z.array(z.string()),
  viewCount: z.int(),
  /** Of the last 30 days on the project's clock, the oldest first, today last. */
  viewsByDay: z.array(z.int()),
  lastViewedAt: Instant.nullable(),
  /** How often each part was looked at, all things together. */
  looks: z.record(SharePart, z.int()),
  /** Hosts of the sites that led visitors here, the most frequent first. */
  sites: z.array(z.object({ site: z.string(), views: z.int() })),
  url: z.string(),
  createdAt: Instant,
});
export type ShareLink = z.infer<typeof ShareLink>;

/** A page of the links that match, how many match, and how many there are at all. */
export const ShareLinkList = z.object({
  shareLinks: z.array(ShareLink),
  found: z.int(),
  total: z.int(),
});
export type ShareLinkList = z.infer<typeof ShareLinkList>;

/** 32 random bytes as base64url. */
export const ShareToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** All that a share visitor sees on opening a link; files come a submission at a time. */
export const SharedPage = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  expiresAt: Instant.nullable(),
  ...ShareSwitches.shape,
  project: SharedProject,
  submissions: z.array(SharedSubmission),
  timelapses: z.array(SharedTimelapse),
});
export type SharedPage = z.infer<typeof SharedPage>;

export const SharedSubmissionFiles = z.object({
  files: z.array(SharedFile),
  /** `reportUrl`: the PDF report, made when somebody first opens it. */
  download: ArchiveFiles.extend({ url: z.string(), reportUrl: z.string() }).nullable(),
});
export type SharedSubmissionFiles = z.infer<typeof SharedSubmissionFiles>;
