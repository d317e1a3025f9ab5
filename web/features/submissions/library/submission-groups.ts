import type { StaffSubmission, SubmissionStatus } from '#domain/submissions.ts';

export type SubmissionChoice = { search: string; status: SubmissionStatus | 'all' };

/** The submissions of one project in the library. */
export type SubmissionGroup = {
  projectId: string;
  projectName: string;
  companyName: string;
  submissions: StaffSubmission[];
};

/** The submissions whose title, project or company holds the text, by project, projects by company and name. */
export function groupSubmissions(
  submissions: readonly StaffSubmission[],
  { search, status }: SubmissionChoice,
): SubmissionGroup[] {
  const wanted = search.trim().toLowerCase();
  const chosen = submissions.filter(
    ({ title, projectName, companyName, status: own }) =>
      (status === 'all' || own === status) &&
      `${title}\n${projectName}\n${companyName}`.toLowerCase().includes(wanted),
  );
  return [...Map.groupBy(chosen, ({ projectId }) => projectId)]
    .map(([projectId, group]) => ({
      projectId,
      projectName: group[0]?.projectName ?? '',
      companyName: group[0]?.companyName ?? '',
      submissions: group,
    }))
    .toSorted(
      (a, b) =>
        a.companyName.localeCompare(b.companyName, 'en') ||
        a.projectName.localeCompare(b.projectName, 'en', { numeric: true }),
    );
}
