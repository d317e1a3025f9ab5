import type { DeletionFacts } from '#domain/events.ts';
import { AppError } from '#domain/errors.ts';
import type { Report } from '#domain/reports.ts';
import type { UnitsChoice } from '#domain/units.ts';
import { asRequester, DOWNLOADS } from '#server/sharing/downloads/service.ts';
import { requestArtifact, keyOf, present, sweep } from '#server/sharing/artifact/request.ts';
import type { Facts } from '#server/sharing/artifact/queries.ts';
import type { Recipient } from '#server/platform/auth/recipient.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { signedUrl } from '#server/platform/http/recipient-routes.ts';
import type { Requester } from '#server/platform/http/requester.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import { safeEntryNames } from '#server/platform/media/entry-names.ts';
import { enqueueRemoval } from '#server/platform/storage/remove-job.ts';
import { contentIn, type ReportContent } from './content.ts';
import { REPORT } from './jobs.ts';
import { findPreviousSubmission, listReportIds, removeBefore } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
/** Reports per sweep. The next sweep prepares the rest. */
const MAX_PREPARED = 10;
const LAST_DAY = '9999-12-31';

/** A signed URL for this recipient, valid for at least a day. */
export const reportUrl = (signer: Signer, recipient: Recipient, submissionId: string): string =>
  signedUrl(signer, recipient, { prefix: 'reports', id: submissionId, name: 'report.pdf' });

/** Throws SUBMISSION_NOT_FOUND or NOT_SIGNED_IN. */
export async function reportFor(
  ctx: Context,
  viewer: Viewer,
  { submissionId, again }: { submissionId: string; again: boolean },
): Promise<Report> {
  const content = await ctx.db.as(viewer, (tx) => contentIn(tx, ctx.config, submissionId));
  if (!content) throw new AppError('SUBMISSION_NOT_FOUND');
  const row = await requestReport(ctx, { submissionId, content, again });
  return present(viewer, row, (recipient) => reportUrl(ctx.signer, recipient, submissionId));
}

export type OpenedReport = Facts<'reports'> & {
  /** Rejects if the requester has lost access or would now get a different report. */
  check: () => Promise<void>;
};

type AskedReport = {
  submissionId: string;
  again: boolean;
  /** The visitor's choice, if any. */
  units: UnitsChoice | null;
};

/** Creates the report if needed. Throws SUBMISSION_NOT_FOUND or SHARE_PASSWORD_REQUIRED. */
export async function openReport(
  ctx: Context,
  requester: Requester,
  { submissionId, again, units }: AskedReport,
): Promise<OpenedReport> {
  const read = async () => {
    const content = await asRequester(ctx, requester, DOWNLOADS, (tx) =>
      contentIn(tx, ctx.config, submissionId, units),
    );
    if (!content) throw new AppError('SUBMISSION_NOT_FOUND');
    return content;
  };
  const content = await read();
  const key = keyOf(content);
  const row = await requestReport(ctx, { submissionId, content, again });
  const check = async () => {
    if (keyOf(await read()) !== key) throw new AppError('SUBMISSION_NOT_FOUND');
  };
  return { ...row, check };
}

/**
 * Returns a sweep that prepares reports of changed submissions at low priority, one for staff and one per changed share
 * link. A change to a project, its viewpoints or a share link counts as a change to the newest submission.
 */
export function trackChanges(ctx: Context): () => Promise<void> {
  const weeks = new Set<string>();
  const projects = new Set<string>();
  const links = new Map<string, string>();
  ctx.live.onEvent((event) => {
    if (event.type === 'submission.changed' || event.type === 'file.changed')
      weeks.add(event.submissionId);
    if (event.type === 'project.changed' || event.type === 'viewpoints.changed')
      projects.add(event.projectId);
    if (event.type === 'share-link.changed') links.set(event.shareLinkId, event.projectId);
  });
  const newestOf = (projectId: string) => (tx: Tx) =>
    findPreviousSubmission(tx, projectId, LAST_DAY);
  const prepare = async (viewer: Viewer, submissionId: string): Promise<boolean> => {
    const content = await ctx.db.as(viewer, (tx) => contentIn(tx, ctx.config, submissionId));
    if (content) await requestReport(ctx, { submissionId, content, again: false, isBehind: true });
    return content !== null;
  };
  return async () => {
    for (const id of projects) {
      projects.delete(id);
      const newest = await ctx.db.as(SYSTEM, newestOf(id));
      if (newest) weeks.add(newest.id);
    }
    let left = MAX_PREPARED;
    for (const [shareLinkId, projectId] of links) {
      if (left === 0) return;
      links.delete(shareLinkId);
      const viewer = { kind: 'share', shareLinkId } as const;
      const requester = { ...viewer, assertUnlocked: () => undefined };
      const newest = await asRequester(ctx, requester, DOWNLOADS, newestOf(projectId)).catch(
        ignoreAppError,
      );
      if (newest && (await prepare(viewer, newest.id))) left--;
    }
    for (const id of weeks) {
      if (left === 0) return;
      weeks.delete(id);
      if (await prepare(SYSTEM, id)) left--;
    }
  };
}

function ignoreAppError(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

type ReportRequest = {
  submissionId: string;
  content: ReportContent;
  again: boolean;
  /** Lower priority, because nobody is waiting for it. */
  isBehind?: boolean;
};

const requestReport = (ctx: Context, { submissionId, content, ...how }: ReportRequest) =>
  requestArtifact(ctx, REPORT, {
    ofId: submissionId,
    content,
    fileName: fileNameOf(content),
    ...how,
  });

function fileNameOf({ project, week }: ReportContent): string {
  const stem = `${project.name} - ${week.title} - ${week.day}`.replace(/[/\\]/g, '-');
  return `${safeEntryNames([stem])[0] ?? 'report'}.pdf`;
}

/** Call before the rows are deleted. The files are deleted after the commit. */
export const removeReportsOf = async (
  ctx: Pick<Context, 'queue'>,
  tx: Tx,
  { thing }: DeletionFacts,
) => enqueueRemoval(ctx, tx, await listReportIds(tx, thing));

export const sweepReports = (ctx: Pick<Context, 'db' | 'clock' | 'queue'>): Promise<void> =>
  sweep(ctx, REPORT, removeBefore);
