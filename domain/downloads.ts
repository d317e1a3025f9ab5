import { z } from 'zod';
import { DOWNLOAD_KINDS } from './download-kinds.ts';
import { Id, Instant } from './fields.ts';
import type { SubmissionFile } from './files.ts';
import { isMapFile } from './map-files.ts';

export const DownloadKind = z.enum(DOWNLOAD_KINDS);
export type DownloadKind = z.infer<typeof DownloadKind>;

export function downloadKindOf(
  file: Pick<SubmissionFile, 'kind' | 'fileName'> & { part?: string | null },
): DownloadKind {
  if (file.part) return 'photos';
  if (isMapFile(file)) return 'maps';
  if (file.kind === 'photo') return 'photos';
  return file.kind === 'video' ? 'videos' : 'documents';
}

/** `reduced` replaces photos with their largest preview, at most 2048 px wide; other files are unchanged. */
export const DownloadSize = z.enum(['original', 'reduced']);
export type DownloadSize = z.infer<typeof DownloadSize>;

/** Per download, and downloads kept per person. */
export const DOWNLOAD_LIMITS = { files: 20_000, kept: 50 } as const;
export const DOWNLOAD_DAYS = { open: 7, listed: 30 } as const;

export const DownloadSelection = z.object({
  projectId: Id,
  submissionIds: z.array(Id).min(1).max(1000).nullable(),
  kinds: z.array(DownloadKind).min(1).max(4),
  size: DownloadSize,
});
export type DownloadSelection = z.infer<typeof DownloadSelection>;

export const ArchiveFiles = z.object({ fileCount: z.int(), rawCount: z.int(), bytes: z.int() });
export type ArchiveFiles = z.infer<typeof ArchiveFiles>;

export const DownloadSummary = ArchiveFiles.extend({
  ofKinds: z.array(ArchiveFiles.extend({ kind: DownloadKind })),
});
export type DownloadSummary = z.infer<typeof DownloadSummary>;

export const DownloadFolder = z.object({ folder: z.string(), fileCount: z.int(), bytes: z.int() });
export type DownloadFolder = z.infer<typeof DownloadFolder>;

export const Download = z.object({
  id: Id,
  projectId: Id.nullable(),
  projectName: z.string().nullable(),
  /** Set for a company's export, which has no project. */
  company: z.object({ id: Id, name: z.string() }).nullable(),
  fileName: z.string(),
  url: z.string(),
  bytes: z.int(),
  fileCount: z.int(),
  kinds: z.array(DownloadKind),
  size: DownloadSize,
  weeks: z.array(DownloadFolder),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  expiresAt: Instant,
  /** Why it's no longer available. `changed`: a file was removed or is no longer visible to this person. */
  end: z.enum(['expired', 'changed']).nullable(),
  /** Of an evidence pack or an export. */
  progress: z
    .object({
      state: z.enum(['making', 'ready', 'failed']),
      percent: z.int(),
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type Download = z.infer<typeof Download>;
