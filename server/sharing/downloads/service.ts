import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { hashBytes } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import type { Recipient } from '#server/platform/auth/person.ts';
import { recipientPath } from '#server/platform/http/recipient-routes.ts';
import { viewerFor, type Requester } from '#server/platform/http/requester.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import { safeEntryNames } from '#server/platform/media/entry-names.ts';
import { planZip } from '#server/platform/media/zip.ts';
import { archiveName, countRaws, entryOf, LAYOUT, type Archive } from './archive.ts';
import { findLockOfDownloads, findSubmissionName, listOriginals, seesAll } from './queries.ts';

export { Entries } from './open.ts';
export { keepDownload, packUnderWay, removePacksOf } from './prepared.ts';
export { bytesOf, entriesOf, nameOf, selected, type Selected } from './archive.ts';
export { findProject, listAllFiles, listPublishedWeeks, listWeek } from './queries.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock'>;

/** An archive of many gigabytes may take days with breaks. */
const PERIOD_MS = 7 * 86_400_000;

const pathOf = (recipient: Recipient, submissionId: string) =>
  `${recipientPath('downloads', recipient)}/${submissionId}`;

/** Address of the archive, for this recipient, good for at least a week. */
export function archiveUrl(
  signer: Signer,
  recipient: Recipient,
  submissionId: string,
  fileName: string,
): string {
  const path = pathOf(recipient, submissionId);
  return `/${path}/${signer.sign(path, PERIOD_MS)}/${encodeURIComponent(fileName)}`;
}

type WeekArchive = Archive & { fileIds: string[]; rawCount: number };

/** All originals of a submission that this transaction's viewer sees, as of now. SUBMISSION_NOT_FOUND. */
async function archiveIn(tx: Tx, submissionId: string): Promise<WeekArchive> {
  const name = await findSubmissionName(tx, submissionId);
  if (!name) throw new AppError('SUBMISSION_NOT_FOUND');
  const rows = await listOriginals(tx, submissionId);
  const names = safeEntryNames(rows.map((row) => row.fileName));
  const entries = rows.map((row, index) => entryOf(row, names[index] ?? row.id));
  return {
    fileName: archiveName(`${name.projectName} - ${name.title}`),
    fileIds: rows.map(({ id }) => id),
    rawCount: countRaws(rows),
    etag: `"${hashBytes(JSON.stringify([LAYOUT, entries]))}"`,
    plan: planZip(entries),
  };
}

/** What a signed-in person is told before they start. */
export const downloadFor = (
  ctx: Pick<Context, 'db' | 'signer'>,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    const profileId = profileOf(viewer);
    if (!profileId) throw new AppError('NOT_SIGNED_IN');
    const { fileName, fileIds, rawCount, plan } = await archiveIn(tx, submissionId);
    const url = archiveUrl(ctx.signer, { kind: 'person', profileId }, submissionId, fileName);
    return { url, fileName, bytes: plan.size, fileCount: fileIds.length, rawCount };
  });

/** What a share visitor is told, inside their transaction; null when there is nothing to download. */
export async function sharedDownloadIn(
  tx: Tx,
  signer: Signer,
  link: { id: string; allowDownload: boolean },
  submissionId: string,
) {
  if (!link.allowDownload) return null;
  const { fileName, fileIds, rawCount, plan } = await archiveIn(tx, submissionId);
  if (fileIds.length === 0) return null;
  const url = archiveUrl(signer, { kind: 'share', shareLinkId: link.id }, submissionId, fileName);
  return { url, bytes: plan.size, fileCount: fileIds.length, rawCount };
}

/**
 * The archive behind a signed address, if its recipient may have it at this moment.
 * SUBMISSION_NOT_FOUND for a wrong or expired seal, a session that has ended or is held back until a
 * second factor is set up, a closed link; SHARE_PASSWORD_REQUIRED.
 */
export async function openArchive(
  ctx: Needs & Pick<Context, 'signer'>,
  requester: Requester,
  submissionId: string,
  seal: string,
): Promise<WeekArchive> {
  if (!ctx.signer.verify(pathOf(requester, submissionId), seal)) {
    throw new AppError('SUBMISSION_NOT_FOUND');
  }
  return asRequester(ctx, requester, (tx) => archiveIn(tx, submissionId));
}

/** Rejects as openArchive does once the recipient may not have the week, or one of these files of it, any more. */
export const assertStillAllowed = (
  ctx: Needs,
  requester: Requester,
  { submissionId, fileIds }: { submissionId: string; fileIds: readonly string[] },
): Promise<void> =>
  asRequester(ctx, requester, async (tx) => {
    const isSeen = await findSubmissionName(tx, submissionId);
    if (!isSeen || !(await seesAll(tx, fileIds))) throw new AppError('SUBMISSION_NOT_FOUND');
  });

/**
 * Works as who uses an address, as long as they may have downloads. SUBMISSION_NOT_FOUND for a session that
 * has ended or a link that is closed or allows none; SHARE_PASSWORD_REQUIRED.
 */
export async function asRequester<T>(
  ctx: Needs,
  requester: Requester,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const viewer = await viewerFor(ctx, requester);
  if (!viewer) throw new AppError('SUBMISSION_NOT_FOUND');
  return ctx.db.as(viewer, async (tx) => {
    if (requester.kind === 'share') {
      const link = await findLockOfDownloads(tx, requester.shareLinkId);
      if (!link) throw new AppError('SUBMISSION_NOT_FOUND');
      requester.assertUnlocked(link);
    }
    return work(tx);
  });
}
