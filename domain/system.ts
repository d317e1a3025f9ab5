import { z } from 'zod';
import { Id, Instant } from './fields.ts';
import { FileKind } from './files.ts';

/** Jobs that were given up are listed up to so many, the last first. */
export const GIVEN_UP_SHOWN = 100;

/** What the product does in the background, as staff read it, by the name of the job. */
const JOB_LABELS: Readonly<Record<string, string>> = {
  'process-file': 'Make pictures of a photo',
  'process-video': 'Convert a video',
  'process-raster': 'Read a map',
  'sort-photo-sets': 'Pair RAW files with their photos',
  'place-waiting-photos': 'Find viewpoints for photos from elsewhere',
  'register-photo': 'Align a photo with its viewpoint',
  'make-timelapse': 'Make a time-lapse',
  'make-report': 'Make a report',
  'make-evidence': 'Make an evidence pack',
  'import-from-drive': 'Import from Google Drive',
  'save-to-drive': 'Save to Google Drive',
  'remove-stored-files': 'Remove deleted files',
  'send-mail': 'Send an email',
  'deliver-webhook': 'Send a message to a webhook',
  'send-account-link': 'Send an account link',
};

/** A kind of job as people read it. */
export const jobLabel = (name: string): string => JOB_LABELS[name] ?? name;

const JobCounts = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  givenUp: z.int(),
  /** Since when the one that waits longest does; null when none waits. */
  waitingSince: Instant.nullable(),
});

/** A job that is not tried again by itself. What it was to do is not in it, but for the file. */
export const GivenUpJob = z.object({
  id: Id,
  name: z.string(),
  tries: z.int(),
  /** What the last try failed with, in the words of the program. */
  error: z.string(),
  createdAt: Instant,
  givenUpAt: Instant,
  /** What the job is about, where it is a file that is still there. */
  file: z.object({ id: Id, name: z.string(), submissionId: Id.nullable() }).nullable(),
});
export type GivenUpJob = z.infer<typeof GivenUpJob>;

/** How the work in the background goes. */
export const SystemState = z.object({
  jobs: z.array(JobCounts),
  /** Those of the last day, the last first, GIVEN_UP_SHOWN at most. */
  givenUp: z.array(GivenUpJob),
});
export type SystemState = z.infer<typeof SystemState>;

/** What is stored: originals only, without the pictures and videos made of them. */
export const StorageUse = z.object({
  kinds: z.array(z.object({ kind: FileKind, files: z.int(), bytes: z.int() })),
  /** Those with the most first. */
  companies: z.array(
    z.object({
      /** Null for files that belong to no company. */
      company: z.object({ id: Id, name: z.string() }).nullable(),
      files: z.int(),
      bytes: z.int(),
    }),
  ),
  /** Bytes of the disk; null where the files are in a bucket. */
  space: z.object({ free: z.int(), total: z.int() }).nullable(),
});
export type StorageUse = z.infer<typeof StorageUse>;
