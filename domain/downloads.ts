import { z } from 'zod';
import { DOWNLOAD_KINDS } from './download-kinds.ts';
import { Id, Instant } from './fields.ts';
import type { SubmissionFile } from './files.ts';
import { isMapFile } from './map-files.ts';

export const DownloadKind = z.enum(DOWNLOAD_KINDS);
export type DownloadKind = z.infer<typeof DownloadKind>;

/** What kind of a download a file belongs to. */
export function downloadKindOf(
  file: Pick<SubmissionFile, 'kind' | 'fileName'> & { part?: string | null },
): DownloadKind {
  if (file.part) return 'photos';
  if (isMapFile(file)) return 'maps';
  if (file.kind === 'photo') return 'photos';
  return file.kind === 'video' ? 'videos' : 'documents';
}

/** `reduced`: photos as the largest picture made of each, at most 2048 pixels wide; all else as it is. */
export const DownloadSize = z.enum(['original', 'reduced']);
export type DownloadSize = z.infer<typeof DownloadSize>;

/** The most files of one download, and the most downloads of one person that are kept. */
export const DOWNLOAD_LIMITS = { files: 20_000, kept: 50 } as const;
/** How long the address of a download works, and how long the history tells of it afterwards. */
export const DOWNLOAD_DAYS = { open: 7, told: 30 } as const;

/** The files to download: `submissionIds` null means all weeks of the project. */
export const DownloadSelection = z.object({
  projectId: Id,
  submissionIds: z.array(Id).min(1).max(1000).nullable(),
  kinds: z.array(DownloadKind).min(1).max(4),
  size: DownloadSize,
});
export type DownloadSelection = z.infer<typeof DownloadSelection>;

/** Files in an archive. `rawCount` of them are RAW files, which pages list with their photos. */
export const ArchiveFiles = z.object({ fileCount: z.int(), rawCount: z.int(), bytes: z.int() });
export type ArchiveFiles = z.infer<typeof ArchiveFiles>;

/** What a download of a selection would be; `bytes` is the exact length of the archive. */
export const DownloadMeasure = ArchiveFiles.extend({
  /** What there is of each kind in these weeks, chosen or not. */
  ofKinds: z.array(ArchiveFiles.extend({ kind: DownloadKind })),
});
export type DownloadMeasure = z.infer<typeof DownloadMeasure>;

/** A week of a download, by the name of its folder. */
export const DownloadWeek = z.object({ folder: z.string(), fileCount: z.int(), bytes: z.int() });
export type DownloadWeek = z.infer<typeof DownloadWeek>;

/** A download as its person gets it: its files stay those that it was made of. */
export const Download = z.object({
  id: Id,
  projectId: Id,
  projectName: z.string(),
  timeZone: z.string(),
  fileName: z.string(),
  url: z.string(),
  bytes: z.int(),
  fileCount: z.int(),
  kinds: z.array(DownloadKind),
  size: DownloadSize,
  weeks: z.array(DownloadWeek),
  createdAt: Instant,
  /** When its first and its last byte were sent. */
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  expiresAt: Instant,
  /** Why it cannot be had any more; `changed`: a file of it was removed, or may not be seen any more. */
  end: z.enum(['expired', 'changed']).nullable(),
  /** How far an evidence pack is, which can be fetched once it is ready; null of any other download. */
  evidence: z
    .object({
      state: z.enum(['making', 'ready', 'failed']),
      percent: z.int(),
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type Download = z.infer<typeof Download>;
