import { z } from 'zod';
import { AuditEntry } from './audit.ts';
import { ComparedView } from './week-comparison.ts';
import { CompanyUse } from './companies.ts';
import { Id, Instant } from './fields.ts';
import { Health } from './health.ts';
import { Project } from './projects.ts';
import { ClockRecord, StaffClock } from './publication-clock.ts';
import { Submission } from './submissions.ts';

/** A submission with its project's name and IANA time zone. */
const SubmissionOfProject = Submission.extend({ projectName: z.string(), timeZone: z.string() });

/**
 * A client's dashboard. `news`: each project's latest week, most recently published first, with a before/after `view`
 * (null if there is nothing to compare). `thisWeek`: submissions published in the last 7 days, newest first.
 */
export const ClientOverview = z.object({
  activeProjects: z.int(),
  totalProjects: z.int(),
  recentProjects: z.array(Project),
  news: z.array(SubmissionOfProject.extend({ view: ComparedView.nullable() })),
  thisWeek: z.array(SubmissionOfProject),
});
export type ClientOverview = z.infer<typeof ClientOverview>;

/** A submission in few words. */
const DraftOfProject = Submission.pick({ id: true, title: true }).extend({
  projectName: z.string(),
  timeZone: z.string(),
});

/** The drafts whose promised hours are over or soon will be, the longest running first, and the record. */
export const ClockOverview = z.object({
  drafts: z.array(DraftOfProject.extend({ clock: StaffClock })),
  record: ClockRecord,
});
export type ClockOverview = z.infer<typeof ClockOverview>;

/** Hours after which a draft is to be looked after, and days before its end on which a share link is. */
export const OLD_DRAFT_HOURS = 24;
export const EXPIRING_DAYS = 7;
/** How many of one kind are named; the others are counted. */
export const ATTENTION_LINES = 5;

const some = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: z.int(), first: z.array(item) });

/** What waits for somebody. `total` counts all of a kind, `first` are those to begin with. */
export const Attention = z.object({
  /** Counted are files, named what they are in; null outside of any submission. */
  failedFiles: some(
    z.object({
      submissionId: Id.nullable(),
      title: z.string().nullable(),
      projectName: z.string().nullable(),
      count: z.int(),
    }),
  ),
  /** Begun long ago, neither scheduled nor among the clocks that are due; the oldest first. */
  oldDrafts: some(DraftOfProject.extend({ createdAt: Instant })),
  unreadMessages: z.int(),
  /** Open ones; the next to end first. */
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
  /** Companies that have used most of their storage, or all of it. */
  nearQuota: z.array(CompanyUse.extend({ id: Id, companyName: z.string() })),
});
export type Attention = z.infer<typeof Attention>;

/** An entry of the audit log that stands for `count` of the same in a row. */
export const Activity = AuditEntry.extend({ count: z.int() });
export type Activity = z.infer<typeof Activity>;

/** All that the back office begins with. */
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
  /** The newest first. */
  activity: z.array(Activity),
});
export type StaffOverview = z.infer<typeof StaffOverview>;
