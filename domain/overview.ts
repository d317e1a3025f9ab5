import { z } from 'zod';
import { AuditEntry } from './audit.ts';
import { ComparedView } from './submission-comparison.ts';
import { CompanyUse } from './companies.ts';
import { Id, Instant } from './fields.ts';
import { Health } from './health.ts';
import { Project } from './projects.ts';
import { ClockRecord, StaffClock } from './publication-clock.ts';
import { Setup } from './setup.ts';
import { Submission } from './submissions.ts';
import { Visit } from './visits.ts';

const SubmissionOfProject = Submission.extend({ projectName: z.string(), timeZone: z.string() });

/**
 * `news` has each project's latest submission, with a before/after if there is one. `thisWeek` has all submissions
 * published in the last 7 days.
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

export const ClockOverview = z.object({
  drafts: z.array(DraftOfProject.extend({ clock: StaffClock })),
  record: ClockRecord,
});
export type ClockOverview = z.infer<typeof ClockOverview>;

export const OLD_DRAFT_HOURS = 24;
export const EXPIRING_DAYS = 7;
export const ATTENTION_ITEMS = 5;

const countedList = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: z.int(), first: z.array(item) });

export const firstOf = <Item>(all: readonly Item[]) => ({
  total: all.length,
  first: all.slice(0, ATTENTION_ITEMS),
});

/** Projects are missed if their latest due visit wasn't flown. */
export const VisitOverview = z.object({
  dueToday: countedList(Visit),
  requested: countedList(Visit),
  missed: countedList(
    z.object({
      projectId: Id,
      projectName: z.string(),
      timeZone: z.string(),
      dueAt: Instant,
      /** Since the last submission; null without one. */
      days: z.int().nullable(),
    }),
  ),
  record: z.object({ due: z.int(), onTime: z.int() }),
});
export type VisitOverview = z.infer<typeof VisitOverview>;

/** `total` counts all items; `first` lists the first few. */
export const Attention = z.object({
  failedFiles: countedList(
    z.object({
      submissionId: Id.nullable(),
      title: z.string().nullable(),
      projectName: z.string().nullable(),
      count: z.int(),
    }),
  ),
  oldDrafts: countedList(DraftOfProject.extend({ createdAt: Instant })),
  unreadMessages: z.int(),
  expiringLinks: countedList(
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
  /** Secrets that need to be entered again, because the secret key has changed. */
  unreadableSettings: z.array(
    z.object({ label: z.string(), section: z.string(), sectionLabel: z.string() }),
  ),
  nearQuota: z.array(CompanyUse.extend({ id: Id, companyName: z.string() })),
});
export type Attention = z.infer<typeof Attention>;

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
  visits: VisitOverview,
  system: Health,
  activity: z.array(Activity),
  setup: Setup,
});
export type StaffOverview = z.infer<typeof StaffOverview>;
