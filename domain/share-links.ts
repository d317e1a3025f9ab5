import { z } from 'zod';
import { ArchiveFiles } from './downloads.ts';
import { EmbedSites } from './embed-sites.ts';
import { Id, Instant, optionalText } from './fields.ts';
import { SharedFile } from './files.ts';
import { listQuery } from './pages.ts';
import { SharedProject } from './projects.ts';
import { SharedSubmission } from './submissions.ts';
import { SharedTimelapse } from './timelapses.ts';

const SHARE_LINK_STATES = ['active', 'expired', 'disabled'] as const;
export type ShareLinkState = (typeof SHARE_LINK_STATES)[number];

export function shareLinkState(
  { isActive, expiresAt }: { isActive: boolean; expiresAt: string | null },
  now: Date,
): ShareLinkState {
  if (!isActive) return 'disabled';
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active';
}

export const SHARE_PASSWORD = { min: 6, max: 200 };

/**
 * Boolean columns of `share_links`. A new one needs a migration, a grant (db/policies.sql), and an entry in
 * shown-parts.ts.
 */
export const ShareSwitches = z.object({
  showPhotos: z.boolean().default(true).meta({
    title: 'Show photos',
    description: 'Visitors can see photos and compare weeks.',
  }),
  showVideos: z.boolean().default(true).meta({
    title: 'Show videos',
    description: 'Visitors can play videos.',
  }),
  showMaps: z.boolean().default(true).meta({
    title: 'Show maps',
    description: 'Visitors can see maps and measure on them.',
  }),
  showDocuments: z.boolean().default(true).meta({
    title: 'Show documents',
    description: 'Visitors can see the names of documents and other files.',
  }),
  showTimelapses: z.boolean().default(false).meta({
    title: 'Show time-lapses',
    description:
      "Visitors can play the latest time-lapse video of each viewpoint. You create these on the viewpoint's page.",
  }),
  allowDownload: z.boolean().default(true).meta({
    title: 'Allow downloads',
    description: 'Visitors can download the originals of all files shown.',
  }),
  showPositions: z.boolean().default(false).meta({
    title: 'Show where photos were taken',
    description: "Visitors can see each photo's position. Original files may also contain it.",
  }),
  showPins: z.boolean().default(false).meta({
    title: 'Show pins',
    description: 'Visitors can see pins on photos, without names. Internal pins are never shown.',
  }),
});
export type ShareSwitches = z.output<typeof ShareSwitches>;
export const SHARE_SWITCHES = ShareSwitches.keyof().options;

export const switchesOf = (holder: ShareSwitches): ShareSwitches => ShareSwitches.parse(holder);

const Password = z
  .string()
  .min(SHARE_PASSWORD.min, `Use at least ${SHARE_PASSWORD.min} characters.`)
  .max(SHARE_PASSWORD.max);

const SubmissionIds = z
  .array(Id)
  .min(1)
  .max(1000)
  .transform((ids) => [...new Set(ids)].toSorted());

/** Strict, because ignoring a misspelled restriction would share more than intended. */
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

/** Everything but the project. Omit `password` to keep it; null removes it. */
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

export const SharePart = z.enum(['week', 'photo', 'download']);
export type SharePart = z.infer<typeof SharePart>;

export const ShareLook = z.strictObject({ part: SharePart, id: Id });
export type ShareLook = z.infer<typeof ShareLook>;

export const ShareLink = z.object({
  id: Id,
  projectId: Id,
  projectName: z.string().nullable(),
  timeZone: z.string().nullable(),
  submissionId: Id.nullable(),
  submissionTitle: z.string().nullable(),
  submissionIds: z.array(Id).nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  expiresAt: Instant.nullable(),
  isActive: z.boolean(),
  ...ShareSwitches.shape,
  hasPassword: z.boolean(),
  /** Sites that may embed the link, unless it has a password. */
  embedSites: z.array(z.string()),
  viewCount: z.int(),
  /** The last 30 days in the project's time zone, today last. */
  viewsByDay: z.array(z.int()),
  lastViewedAt: Instant.nullable(),
  looks: z.record(SharePart, z.int()),
  sites: z.array(z.object({ site: z.string(), views: z.int() })),
  url: z.string(),
  createdAt: Instant,
});
export type ShareLink = z.infer<typeof ShareLink>;

/** `found` counts matches on all pages; `total` counts all links. */
export const ShareLinkList = z.object({
  shareLinks: z.array(ShareLink),
  found: z.int(),
  total: z.int(),
});
export type ShareLinkList = z.infer<typeof ShareLinkList>;

export const ShareToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** What a visitor gets when opening a link, except files, which are loaded per submission. */
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
  download: ArchiveFiles.extend({ url: z.string(), reportUrl: z.string() }).nullable(),
});
export type SharedSubmissionFiles = z.infer<typeof SharedSubmissionFiles>;
