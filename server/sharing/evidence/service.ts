import { DownloadKind, DOWNLOAD_LIMITS, type Download } from '#domain/downloads.ts';
import { AppError } from '#domain/errors.ts';
import type { EvidenceSize, EvidenceScope, SigningKeys } from '#domain/evidence.ts';
import {
  bytesOf,
  entriesOf,
  findProject,
  saveDownload,
  listAllFiles,
  listPublishedSubmissions,
  listSubmission,
  nameOf,
  findDownloadInProgress,
  selectFiles,
  type SelectedFiles,
} from '#server/sharing/downloads/service.ts';
import { MAX_PATH_LENGTH, safeEntryNames } from '#server/platform/media/entry-names.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { makeEvidence } from './jobs.ts';
import { failPacksBefore } from './queries.ts';
import { publicKeys } from './signing-key.ts';

/** Leaves room for the originals' paths. */
const MAX_STEM_LENGTH = 56;
const ALL = { kinds: DownloadKind.options, size: 'original' } as const;
/** Jobs that take longer count as lost. Reading terabytes from a slow bucket takes less. */
const MAX_JOB_MS = 48 * 3_600_000;

async function readSelection(
  tx: Tx,
  { projectId, submissionId }: EvidenceScope,
): Promise<SelectedFiles> {
  const project = await findProject(tx, projectId);
  if (!project) throw new AppError('PROJECT_NOT_FOUND');
  const weeks =
    submissionId === null
      ? await listPublishedSubmissions(tx, projectId)
      : await listSubmission(tx, projectId, submissionId);
  if (submissionId !== null && weeks.length === 0) throw new AppError('SUBMISSION_NOT_FOUND');
  const ids = weeks.map(({ id }) => id);
  return selectFiles(project, weeks, await listAllFiles(tx, ids));
}

/** Throws PROJECT_NOT_FOUND or SUBMISSION_NOT_FOUND. */
export const measureEvidence = (
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  scope: EvidenceScope,
): Promise<EvidenceSize> =>
  db.as(viewer, async (tx) => {
    const { entries } = entriesOf(await readSelection(tx, scope), ALL);
    return { fileCount: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) };
  });

/**
 * If a pack of the same files is already being created, returns that. The request is recorded in the audit log before
 * the pack is created, so the pack contains it. Throws the errors of measureEvidence, DOWNLOAD_EMPTY or
 * DOWNLOAD_TOO_LARGE.
 */
export const requestEvidence = (
  ctx: Context,
  viewer: Viewer,
  scope: EvidenceScope,
): Promise<Download> =>
  ctx.db.as(viewer, async (tx) => {
    const found = await readSelection(tx, scope);
    const { entries, fileIds, kinds, weeks } = entriesOf(found, ALL);
    if (entries.length === 0) throw new AppError('DOWNLOAD_EMPTY');
    if (entries.length > DOWNLOAD_LIMITS.files) throw new AppError('DOWNLOAD_TOO_LARGE');
    const { projectId, submissionId } = scope;
    const isOfProject = submissionId === null;
    const inProgress = await findDownloadInProgress(ctx, tx, { projectId, fileIds, isOfProject });
    if (inProgress) return inProgress;
    const [stem = ''] = safeEntryNames(
      [nameOf(found, weeks).replace(/\.zip$/, '')],
      MAX_STEM_LENGTH,
    );
    const root = `${stem} - Evidence`;
    const prefix = `${root}/originals/`;
    const longest = MAX_PATH_LENGTH - prefix.length;
    const names = safeEntryNames(
      entries.map(({ name }) => name),
      longest,
    );
    const inRoot = entries.map((entry, index) => ({ ...entry, name: prefix + names[index] }));
    const download = await saveDownload(ctx, tx, {
      projectId,
      fileName: `${root}.zip`,
      kinds,
      size: 'original',
      weeks: JSON.stringify(weeks),
      entries: JSON.stringify(inRoot),
      fileIds,
      bytes: bytesOf(inRoot),
      state: 'making',
      evidenceOfProject: isOfProject,
    });
    const of = isOfProject
      ? { subjectType: 'project', id: projectId, name: found.projectName }
      : { subjectType: 'submission', id: submissionId };
    const detail = { fileName: download.fileName, files: entries.length, bytes: download.bytes };
    await ctx.record(tx, { type: 'evidence-pack.requested', ...of, detail });
    await ctx.queue.enqueue(tx, makeEvidence, { downloadId: download.id });
    return download;
  });

/** The installation's public keys, newest first. */
export const signingKeys = async (ctx: Pick<Context, 'db'>): Promise<SigningKeys> => ({
  keys: await publicKeys(ctx),
});

export const sweepEvidence = async ({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(clock().getTime() - MAX_JOB_MS);
  await failPacksBefore(db, before);
};
