import { z } from 'zod';
import { Project } from './projects.ts';
import { ClockRecord, StaffClock } from './publication-clock.ts';
import { Submission } from './submissions.ts';

/**
 * What a client sees first. `thisWeek` holds what was published in the last 7 days, newest first, each with
 * the name and the IANA time zone of its project.
 */
export const ClientOverview = z.object({
  activeProjects: z.int(),
  totalProjects: z.int(),
  recentProjects: z.array(Project),
  thisWeek: z.array(Submission.extend({ projectName: z.string(), timeZone: z.string() })),
});
export type ClientOverview = z.infer<typeof ClientOverview>;

export const StaffOverview = z.object({
  clients: z.int(),
  submissions: z.int(),
  drafts: z.int(),
  files: z.int(),
  storageBytes: z.int(),
  processing: z.int(),
  failed: z.int(),
});
export type StaffOverview = z.infer<typeof StaffOverview>;

/** The drafts whose promised hours are over or soon will be, the longest running first, and the record. */
export const ClockOverview = z.object({
  drafts: z.array(
    Submission.pick({ id: true, title: true }).extend({
      projectName: z.string(),
      timeZone: z.string(),
      clock: StaffClock,
    }),
  ),
  record: ClockRecord,
});
export type ClockOverview = z.infer<typeof ClockOverview>;
