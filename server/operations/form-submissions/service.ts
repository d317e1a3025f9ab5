import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import {
  LEAD_STAGE_LABELS,
  type ClientSetUp,
  type FormSubmission,
  type FormSubmissionChange,
  type FormSubmissionQuery,
  type FormSubmissionSelection,
  type Inbox,
} from '#domain/form-submissions.ts';
import { inviteIn, withInvitationErrors } from '#server/people/invitations/service.ts';
import { createCompanyIn, withCodeErrors } from '#server/projects/companies/service.ts';
import { createProjectIn } from '#server/projects/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentFormSubmission } from './present.ts';
import {
  deleteBefore,
  clearNetworksBefore,
  listForExport,
  listFormSubmissions,
  readCounts,
  updateFormSubmission,
} from './queries.ts';
import { csvOf } from '#server/platform/csv.ts';

const HEADINGS = 'Submitted,Name,Email,Phone,Company,Message,Read,Spam,Stage'.split(',');

const yes = (is: boolean) => (is ? 'yes' : 'no');

function toCsv(formSubmissions: readonly FormSubmission[]): string {
  const rows = formSubmissions.map((it) => [
    it.submittedAt,
    it.name,
    it.email,
    it.phone ?? '',
    it.company ?? '',
    it.message,
    yes(it.isRead),
    yes(it.isSpam),
    LEAD_STAGE_LABELS[it.stage],
  ]);
  return csvOf([HEADINGS, ...rows]);
}

export { countUnread } from './queries.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

export const inboxFor = (
  ctx: Context,
  viewer: Viewer,
  { page, ...selection }: z.output<typeof FormSubmissionQuery>,
): Promise<Inbox> =>
  ctx.db.as(viewer, async (tx) => {
    const rows = await listFormSubmissions(tx, selection, page);
    const since = new Date(ctx.clock().getTime() - WEEK_MS);
    const { found, ...counts } = await readCounts(tx, selection, since);
    return { formSubmissions: rows.map(presentFormSubmission), found, counts };
  });

/** Throws FORM_SUBMISSION_NOT_FOUND. */
export const changeFormSubmission = (
  ctx: Context,
  viewer: Viewer,
  { id, ...changes }: { id: string } & z.output<typeof FormSubmissionChange>,
): Promise<FormSubmission> =>
  ctx.db.as(viewer, async (tx) => {
    const row = await updateFormSubmission(tx, id, changes);
    if (!row) throw new AppError('FORM_SUBMISSION_NOT_FOUND');
    const isSorted = changes.isSpam !== undefined || changes.stage !== undefined;
    const type = isSorted ? 'form-submission.sorted' : 'form-submission.changed';
    await ctx.record(tx, { type, id, detail: changes });
    return presentFormSubmission(row);
  });

/** All or nothing. Throws FORM_SUBMISSION_NOT_FOUND, COMPANY_CODE_TAKEN, ADDRESS_HAS_ACCOUNT or INVITATION_OPEN. */
export const setUpClient = (
  ctx: Context,
  viewer: Viewer,
  { id, ...wanted }: { id: string } & ClientSetUp,
): Promise<{ companyId: string; projectId: string }> =>
  withCodeErrors(() =>
    withInvitationErrors(ctx, viewer, wanted.email, () =>
      ctx.db.as(viewer, async (tx) => {
        // Also locks it.
        const lead = await updateFormSubmission(tx, id, { isRead: true });
        if (!lead) throw new AppError('FORM_SUBMISSION_NOT_FOUND');
        if (lead.projectId)
          throw new AppError('INVALID_INPUT', 'This message already belongs to a project.');
        const { companyCode, companyName, projectName: name, address, ...contact } = wanted;
        const company = { companyCode, companyName, description: null };
        const { id: companyId } = await createCompanyIn(ctx, tx, company);
        const { id: projectId } = await createProjectIn(ctx, tx, { companyId, name, address });
        await inviteIn(ctx, tx, { ...contact, role: 'client', companyId });
        const isOpen = lead.stage === 'new' || lead.stage === 'call';
        const stage = isOpen ? 'first-flight' : lead.stage;
        await updateFormSubmission(tx, id, { projectId, stage });
        const detail = { companyId, projectId };
        await ctx.record(tx, { type: 'form-submission.set-up', id, detail });
        return detail;
      }),
    ),
  );

export const exportFor = (
  ctx: Context,
  viewer: Viewer,
  selection: z.output<typeof FormSubmissionSelection>,
): Promise<string> =>
  ctx.db.as(viewer, async (tx) => {
    const rows = await listForExport(tx, selection);
    const detail = { count: rows.length };
    await ctx.record(tx, { type: 'form-submission.exported', id: null, detail });
    return toCsv(rows.map(presentFormSubmission));
  });

/** Clears the senders' networks after one day, when they no longer count toward the limit. */
export const sweepMessages = ({
  db,
  clock,
  config,
}: Pick<Context, 'db' | 'clock' | 'config'>): Promise<void> =>
  db.as({ kind: 'system' }, async (tx) => {
    const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
    if (config.messageDays > 0) await deleteBefore(tx, daysAgo(config.messageDays));
    await clearNetworksBefore(tx, daysAgo(1));
  });
