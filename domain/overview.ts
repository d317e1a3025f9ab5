import { z } from 'zod';
import { AuditEntry } from './audit.ts';
import { ComparedView } from './week-comparison.ts';
import { CompanyUse } from './companies.ts';
import { Id, Instant } from './fields.ts';
import { Health } from './health.ts';
import { Project } from './projects.ts';
import { ClockRecord, StaffClock } from './publication-clock.ts';
import { Submission } from './submissions.ts';

const SubmissionOfProject = Submission.extend({ projectName: z.string(), timeZone: z.string() });

/**
 * `news`: the latest submission of each project, most recently published first, with a before/after `view` (null if
 * there's nothing to compare). `thisWeek`: submissions published in the last 7 days, newest first.
 */
export const ClientOverview = z.object({
  activeProjects: z.int(),
  totalProjects: z.int(),
  recentProjects: z.array(Project),
  news: z.array(SubmissionOfProject.extend({ view: ComparedView.nullable() })),
  thisWeek: z.array(SubmissionOfProject),
});
export type ClientOverview = z.infer<typeof ClientOverview>;

const DraftOfProject = Submission.pick({ id: true, title: true }).extend({
  projectName: z.string(),
  timeZone: z.string(),
});

/** Drafts whose delivery deadline is past or near, the longest running first, and past performance. */
export const ClockOverview = z.object({
  drafts: z.array(DraftOfProject.extend({ clock: StaffClock })),
  record: ClockRecord,
});
export type ClockOverview = z.infer<typeof ClockOverview>;

/** Drafts older than this many hours, and share links that expire within this many days, need attention. */
export const OLD_DRAFT_HOURS = 24;
export const EXPIRING_DAYS = 7;
/** How many items per kind are listed; the rest are only counted. */
export const ATTENTION_LINES = 5;

const some = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: z.int(), first: z.array(item) });

/** `total` counts all, `first` lists the first few. */
export const Attention = z.object({
  /** Counts files, grouped by submission; null for files outside any submission. */
  failedFiles: some(
    z.object({
      submissionId: Id.nullable(),
      title: z.string().nullable(),
      projectName: z.string().nullable(),
      count: z.int(),
    }),
  ),
  /** Not scheduled, and not among the clocks that are due; the oldest first. */
  oldDrafts: some(DraftOfProject.extend({ createdAt: Instant })),
  unreadMessages: z.int(),
  /** Active links, the earliest expiry first. */
  expiringLinks: some(
    z.object({
      id: Id,
      name: z.string(),
      projectId: Id,
      projectName: z.string(),
      timeZone: z.string(),
      expiresAt: Instant,
    }),
  ),
  undeliveredMails: z.int(),
  /** Companies at or near their storage limit. */
  nearQuota: z.array(CompanyUse.extend({ id: Id, companyName: z.string() })),
});
export type Attention = z.infer<typeof Attention>;

/** `count` consecutive identical entries of the audit log. */
export const Activity = AuditEntry.extend({ count: z.int() });
export type Activity = z.infer<typeof Activity>;

export const StaffOverview = z.object({
  clients: z.int(),
  submissions: z.int(),
  drafts: z.int(),
  files: z.int(),
  storageBytes: z.int(),
  processing: z.int(),
  failed: z.int(),
  attention: Attention,
  clocks: ClockOverview,
  system: Health,
  activity: z.array(Activity),
});
export type StaffOverview = z.infer<typeof StaffOverview>;
