import type { Since, SubmissionComparison } from '#domain/submission-comparison.ts';
import { AppError } from '#domain/errors.ts';
import type { Measure, Measurement, MeasureResult } from '#domain/measurements.ts';
import type { Pin } from '#domain/pins.ts';
import type { ProjectMaps, SurveyPair } from '#domain/rasters.ts';
import { ShareToken, type SharedPage, type SharedSubmissionFiles } from '#domain/share-links.ts';
import { sharedDownloadIn } from '#server/sharing/downloads/service.ts';
import { sharedFilesIn } from '#server/files/service.ts';
import { pinsIn } from '#server/files/pins/service.ts';
import { mapsIn, measurementsIn, measureOn, residualOf } from '#server/maps/service.ts';
import { reportUrl } from '#server/sharing/reports/service.ts';
import { sharedTimelapsesIn } from '#server/sharing/timelapses/service.ts';
import { sharedSubmissionsIn } from '#server/submissions/service.ts';
import { comparisonIn } from '#server/viewpoints/service.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { passCheck } from '#server/platform/http/share-pass.ts';
import { presentShare, presentSharedProject, type OpenShareLinkRow } from './present.ts';
import { findByTokenHash, findOpenShareLink } from './queries.ts';

type Needs = Pick<Context, 'clock' | 'config' | 'db' | 'signer'>;
export type Visitor = { token: string; cookies: string | undefined };

/** Throws SHARE_LINK_NOT_AVAILABLE (unknown, malformed or closed), SHARE_LINK_EXPIRED or SHARE_PASSWORD_REQUIRED. */
export const openShareLink = (ctx: Needs, visitor: Visitor): Promise<SharedPage> =>
  asVisitor(ctx, visitor, (tx, link) => pageIn(tx, ctx, link));

type OpenedView = {
  page: SharedPage;
  submissionId: string | null;
  files: SharedSubmissionFiles | null;
  comparison: SubmissionComparison;
  embedSites: string[];
};

/**
 * Opens the `wanted` submission, or the newest with files. Pages of links with a password can't be embedded, because
 * browsers don't send their cookies in frames.
 */
export const openSharedView = (
  ctx: Needs,
  visitor: Visitor,
  wanted: string | null,
): Promise<OpenedView> =>
  asVisitor(ctx, visitor, async (tx, link) => {
    const page = await pageIn(tx, ctx, link);
    const { submissions } = page;
    const shown =
      submissions.find(({ id }) => id === wanted) ??
      submissions.find(({ fileCount }) => fileCount > 0) ??
      submissions[0];
    const files = shown ? await filesIn(tx, ctx, link, shown.id) : null;
    const embedSites = link.passwordHash === null ? link.embedSites : [];
    const comparison = await comparisonIn(ctx, tx, { projectId: link.projectId, since: 'last' });
    return { page, submissionId: shown?.id ?? null, files, comparison, embedSites };
  });

/** Throws the errors of openShareLink or SUBMISSION_NOT_FOUND. */
export const openSharedFiles = (
  ctx: Needs,
  visitor: Visitor,
  submissionId: string,
): Promise<SharedSubmissionFiles> =>
  asVisitor(ctx, visitor, (tx, link) => filesIn(tx, ctx, link, submissionId));

/** Returns an empty comparison if there are no photos. Throws the errors of openShareLink. */
export const openSharedComparison = (
  ctx: Needs,
  visitor: Visitor,
  since: Since,
): Promise<SubmissionComparison> =>
  asVisitor(ctx, visitor, (tx, { projectId }) => comparisonIn(ctx, tx, { projectId, since }));

/** Throws the errors of openShareLink. */
export const openSharedMaps = (ctx: Needs, visitor: Visitor): Promise<ProjectMaps> =>
  asVisitor(ctx, visitor, (tx, link) => mapsIn(tx, ctx.signer, link.projectId));

/** Throws the errors of openShareLink or SUBMISSION_NOT_FOUND. */
export const openSharedMeasurements = (
  ctx: Needs,
  visitor: Visitor,
  submissionId: string,
): Promise<Measurement[]> => asVisitor(ctx, visitor, (tx) => measurementsIn(tx, submissionId));

/** Throws the errors of openShareLink. */
export const openSharedPins = (ctx: Needs, visitor: Visitor): Promise<Pin[]> =>
  asVisitor(ctx, visitor, (tx, { projectId }) => pinsIn(ctx, tx, projectId));

/** Doesn't save the measurement. Throws the errors of openShareLink and measureOn. */
export async function measureShared(
  ctx: Context,
  visitor: Visitor,
  measure: Measure,
): Promise<MeasureResult> {
  const shareLinkId = await asVisitor(ctx, visitor, (_tx, { id }) => id);
  return measureOn(ctx, { kind: 'share', shareLinkId }, measure);
}

/** Throws the errors of openShareLink and residualOf. */
export async function residualShared(ctx: Context, visitor: Visitor, pair: SurveyPair) {
  const shareLinkId = await asVisitor(ctx, visitor, async (_tx, { id }) => id);
  return residualOf(ctx, { kind: 'share', shareLinkId }, pair);
}

const pageIn = async (tx: Tx, { signer }: Needs, link: OpenShareLinkRow): Promise<SharedPage> => ({
  ...presentShare(link),
  project: presentSharedProject(link),
  submissions: await sharedSubmissionsIn(tx, signer, link),
  timelapses: await sharedTimelapsesIn(tx, signer, link),
});

const filesIn = async (
  tx: Tx,
  { signer }: Needs,
  link: OpenShareLinkRow,
  submissionId: string,
): Promise<SharedSubmissionFiles> => {
  const files = await sharedFilesIn(tx, signer, link, submissionId);
  const download = await sharedDownloadIn(tx, signer, link, submissionId);
  const report = reportUrl(signer, { kind: 'share', shareLinkId: link.id }, submissionId);
  return { files, download: download && { ...download, reportUrl: report } };
};

/** Throws the errors of openShareLink. */
export async function asVisitor<T>(
  ctx: Needs,
  { token, cookies }: Visitor,
  work: (tx: Tx, link: OpenShareLinkRow) => Promise<T> | T,
): Promise<T> {
  const assertUnlocked = passCheck(ctx, cookies);
  return withOpenLink(ctx, token, async (tx, link) => {
    assertUnlocked(link);
    try {
      return await work(tx, link);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('INTERNAL', 'Failed to load project information.', { cause });
    }
  });
}

/**
 * Looks up the token as the system, then continues as the visitor. Throws SHARE_LINK_NOT_AVAILABLE or
 * SHARE_LINK_EXPIRED.
 */
export async function withOpenLink<T>(
  { db }: Pick<Context, 'db'>,
  token: string,
  work: (tx: Tx, link: OpenShareLinkRow) => Promise<T> | T,
): Promise<T> {
  const found = ShareToken.safeParse(token).success
    ? await db.as({ kind: 'system' }, (tx) => findByTokenHash(tx, hashToken(token)))
    : undefined;
  if (!found) throw new AppError('SHARE_LINK_NOT_AVAILABLE');
  return db.as({ kind: 'share', shareLinkId: found.id }, async (tx) => {
    const link = await findOpenShareLink(tx, found.id);
    if (!link) {
      throw new AppError(found.isExpired ? 'SHARE_LINK_EXPIRED' : 'SHARE_LINK_NOT_AVAILABLE');
    }
    return work(tx, link);
  });
}
