import { z } from 'zod';
import { Id, Instant, optionalText } from './fields.ts';
import { SharedFile } from './files.ts';
import { SharedProject } from './projects.ts';
import { SharedSubmission } from './submissions.ts';

/** Characters; a visitor types it once a day, and guesses are bounded. */
export const SHARE_PASSWORD = { min: 6, max: 200 };

/**
 * The switches of a link: each a boolean column of the same name in `share_links`. One more is a migration
 * and a line here; whatever it forbids then asks for it.
 */
export const ShareSwitches = z.object({
  allowDownload: z.boolean().default(true).meta({
    title: 'Allow downloads',
    description: 'Visitors can download the original files.',
  }),
});
export type ShareSwitches = z.output<typeof ShareSwitches>;
export const SHARE_SWITCHES = ShareSwitches.keyof().options;

/** The switches of whatever carries all of them, and nothing else of it. */
export const switchesOf = (holder: ShareSwitches): ShareSwitches => ShareSwitches.parse(holder);

/** What a link opens. Strict: what is asked for under a name that nothing reads would open more than was meant. */
export const ShareLinkInput = z.strictObject({
  projectId: Id,
  submissionId: Id.nullish(),
  title: optionalText(200),
  description: optionalText(2000),
  expiresAt: Instant.nullish(),
  ...ShareSwitches.shape,
  password: z
    .string()
    .min(SHARE_PASSWORD.min, `The password must have at least ${SHARE_PASSWORD.min} characters.`)
    .max(SHARE_PASSWORD.max)
    .nullish(),
});
export const ShareLinkChange = z.object({ isActive: z.boolean() });

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
  title: z.string().nullable(),
  description: z.string().nullable(),
  expiresAt: Instant.nullable(),
  isActive: z.boolean(),
  ...ShareSwitches.shape,
  hasPassword: z.boolean(),
  viewCount: z.int(),
  url: z.string(),
  createdAt: Instant,
});
export type ShareLink = z.infer<typeof ShareLink>;

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
});
export type SharedPage = z.infer<typeof SharedPage>;

export const SharedSubmissionFiles = z.object({
  files: z.array(SharedFile),
  download: z.object({ url: z.string(), bytes: z.int(), fileCount: z.int() }).nullable(),
});
export type SharedSubmissionFiles = z.infer<typeof SharedSubmissionFiles>;
