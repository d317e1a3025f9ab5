import { groupBy } from '#domain/group-by.ts';
import type { LibraryPage, StaffSubmission } from '#domain/submissions.ts';

/** The submissions of one project in the library, as far as they are loaded. */
export type SubmissionGroup = {
  projectId: string;
  projectName: string;
  companyName: string;
  submissions: StaffSubmission[];
  /** How many submissions the project has, and how many of them are what was looked for. */
  total: number;
  found: number;
};

/** The submissions on the pages of the library by project, in the order they came. */
export function groupSubmissions(pages: readonly LibraryPage[]): SubmissionGroup[] {
  const counts = new Map(
    pages.flatMap(({ projects }) => projects).map((project) => [project.projectId, project]),
  );
  // One more before them moves the others on: what ended a page may begin the next as well.
  const loaded = new Map(
    pages.flatMap(({ submissions }) => submissions).map((one) => [one.id, one]),
  );
  return [...groupBy(loaded.values(), ({ projectId }) => projectId)].map(
    ([projectId, submissions]) => ({
      projectId,
      projectName: submissions[0]?.projectName ?? '',
      companyName: submissions[0]?.companyName ?? '',
      submissions,
      total: counts.get(projectId)?.total ?? submissions.length,
      found: counts.get(projectId)?.found ?? submissions.length,
    }),
  );
}
