import type { StaffSubmission, SubmissionStatus } from '#domain/submissions.ts';

export type VideoChoice = { search: string; status: SubmissionStatus | 'all' };

/** The submissions whose title, project or company holds the text, by company and project, as they came in each. */
export const findVideos = (
  submissions: readonly StaffSubmission[],
  { search, status }: VideoChoice,
): StaffSubmission[] => {
  const wanted = search.trim().toLowerCase();
  return submissions
    .filter(
      ({ title, projectName, companyName, status: own }) =>
        (status === 'all' || own === status) &&
        `${title}\n${projectName}\n${companyName}`.toLowerCase().includes(wanted),
    )
    .toSorted(
      (a, b) =>
        a.companyName.localeCompare(b.companyName, 'en') ||
        a.projectName.localeCompare(b.projectName, 'en', { numeric: true }),
    );
};
