import { z } from 'zod';
import { Id, Instant } from './fields.ts';
import { FileKind } from './files.ts';

export const GIVEN_UP_SHOWN = 100;

const JOB_LABELS: Readonly<Record<string, string>> = {
  'process-file': 'Process a file',
  'process-video': 'Convert a video',
  'process-raster': 'Read a map',
  'sort-photo-sets': 'Pair RAW files with their photos',
  'place-waiting-photos': 'Find viewpoints for waiting photos',
  'register-photo': 'Align a photo with its viewpoint',
  'make-timelapse': 'Create a time-lapse video',
  'make-report': 'Create a report',
  'make-evidence': 'Create an evidence pack',
  'make-export': 'Export a company',
  'run-backup': 'Back up, or verify a backup',
  'import-from-drive': 'Import from Google Drive',
  'build-map': 'Map building',
  'save-to-drive': 'Save to Google Drive',
  'remove-stored-files': 'Remove deleted files',
  'send-mail': 'Send an email',
  'deliver-webhook': 'Send a webhook message',
  'look-up-flight': 'Look up weather and airspace',
  'send-account-link': 'Email an account link',
};

export const jobLabel = (name: string): string => JOB_LABELS[name] ?? name;

const JobCounts = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  givenUp: z.int(),
  waitingSince: Instant.nullable(),
});

export const GivenUpJob = z.object({
  id: Id,
  name: z.string(),
  tries: z.int(),
  error: z.string(),
  createdAt: Instant,
  givenUpAt: Instant,
  file: z.object({ id: Id, name: z.string(), submissionId: Id.nullable() }).nullable(),
});
export type GivenUpJob = z.infer<typeof GivenUpJob>;

export const SystemState = z.object({
  jobs: z.array(JobCounts),
  givenUp: z.array(GivenUpJob),
});
export type SystemState = z.infer<typeof SystemState>;

export const StorageUse = z.object({
  kinds: z.array(z.object({ kind: FileKind, files: z.int(), bytes: z.int() })),
  companies: z.array(
    z.object({
      company: z.object({ id: Id, name: z.string() }).nullable(),
      files: z.int(),
      bytes: z.int(),
    }),
  ),
  space: z.object({ free: z.int(), total: z.int() }).nullable(),
});
export type StorageUse = z.infer<typeof StorageUse>;
