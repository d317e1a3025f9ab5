import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { hashBytes } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import type { Recipient } from '#server/platform/auth/recipient.ts';
import { signedUrl } from '#server/platform/http/recipient-routes.ts';
import { currentViewer, type Requester } from '#server/platform/http/requester.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import { safeEntryNames } from '#server/platform/media/entry-names.ts';
import { planZip } from '#domain/zip.ts';
import { archiveName, countRaws, entryOf, LAYOUT_VERSION, type Archive } from './archive.ts';
import { findLinkPassword, findSubmissionName, listOriginals, canSeeAll } from './queries.ts';

export { Entries } from './open.ts';
export { FAILED, makeDownload } from './make.ts';
export {
  saveDownload,
  findDownloadInProgress,
  removeExportsOf,
  removePacksOf,
} from './prepared.ts';
export { bytesOf, entriesOf, nameOf, selectFiles, type SelectedFiles } from './archive.ts';
export {
  findDownloadToMake,
  findProject,
  listAllFiles,
  listPublishedSubmissions,
  listSubmission,
} from './queries.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock'>;

/** A slow download of many gigabytes may take days. */
const PERIOD_MS = 7 * 86_400_000;

/** A signed URL for this recipient, valid for at least a week. */
export const archiveUrl = (
  signer: Signer,
  recipient: Recipient,
  submissionId: string,
  name: string,
): string =>
  signedUrl(signer, recipient, {
    prefix: 'downloads',
    id: submissionId,
    name,
    periodMs: PERIOD_MS,
  });

type SubmissionArchive = Archive & { fileIds: string[]; rawCount: number };

/** Throws SUBMISSION_NOT_FOUND. */
async function buildArchive(tx: Tx, submissionId: string): Promise<SubmissionArchive> {
  const name = await findSubmissionName(tx, submissionId);
  if (!name) throw new AppError('SUBMISSION_NOT_FOUND');
  const rows = await listOriginals(tx, submissionId);
  const names = safeEntryNames(rows.map((row) => row.fileName));
  const entries = rows.map((row, index) => entryOf(row, names[index] ?? row.id));
  return {
    fileName: archiveName(`${name.projectName} - ${name.title}`),
    fileIds: rows.map(({ id }) => id),
    rawCount: countRaws(rows),
    etag: `"${hashBytes(JSON.stringify([LAYOUT_VERSION, entries]))}"`,
    plan: planZip(entries),
  };
}

/** Throws NOT_SIGNED_IN or SUBMISSION_NOT_FOUND. */
export const downloadFor = (
  ctx: Pick<Context, 'db' | 'signer'>,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    const profileId = profileOf(viewer);
    if (!profileId) throw new AppError('NOT_SIGNED_IN');
    const { fileName, fileIds, rawCount, plan } = await buildArchive(tx, submissionId);
    const url = archiveUrl(ctx.signer, { kind: 'person', profileId }, submissionId, fileName);
    return { url, fileName, bytes: plan.size, fileCount: fileIds.length, rawCount };
  });

/** Returns null if the link doesn't allow downloads or there are no files. */
export async function sharedDownloadIn(
  tx: Tx,
  signer: Signer,
  link: { id: string; allowDownload: boolean },
  submissionId: string,
) {
  if (!link.allowDownload) return null;
  const { fileName, fileIds, rawCount, plan } = await buildArchive(tx, submissionId);
  if (fileIds.length === 0) return null;
  const url = archiveUrl(signer, { kind: 'share', shareLinkId: link.id }, submissionId, fileName);
  return { url, bytes: plan.size, fileCount: fileIds.length, rawCount };
}

/** Throws the errors of asRequester or SUBMISSION_NOT_FOUND. */
export const openArchive = (
  ctx: Needs,
  requester: Requester,
  submissionId: string,
): Promise<SubmissionArchive> =>
  asRequester(ctx, requester, DOWNLOADS, (tx) => buildArchive(tx, submissionId));

/** Throws the errors of openArchive if the requester has lost access to the submission or one of these files. */
export const assertStillAllowed = (
  ctx: Needs,
  requester: Requester,
  { submissionId, fileIds }: { submissionId: string; fileIds: readonly string[] },
): Promise<void> =>
  asRequester(ctx, requester, DOWNLOADS, async (tx) => {
    const isSeen = await findSubmissionName(tx, submissionId);
    if (!isSeen || !(await canSeeAll(tx, fileIds))) throw new AppError('SUBMISSION_NOT_FOUND');
  });

type LinkPermission = { allows: Parameters<typeof findLinkPassword>[2]; notFound: ErrorCode };

export const DOWNLOADS = { allows: 'allowDownload', notFound: 'SUBMISSION_NOT_FOUND' } as const;

/** Throws SHARE_PASSWORD_REQUIRED, or `notFound` if the session has ended or the link is closed or lacks permission. */
export async function asRequester<T>(
  ctx: Needs,
  requester: Requester,
  { allows, notFound }: LinkPermission,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const viewer = await currentViewer(ctx, requester);
  if (!viewer) throw new AppError(notFound);
  return ctx.db.as(viewer, async (tx) => {
    if (requester.kind === 'share') {
      const link = await findLinkPassword(tx, requester.shareLinkId, allows);
      if (!link) throw new AppError(notFound);
      requester.assertUnlocked(link);
    }
    return work(tx);
  });
}
