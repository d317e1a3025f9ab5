import type { Project } from '#domain/projects.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { weekTitle } from '#domain/visit.ts';
import { dayOf } from '#web/lib/formats.ts';
import { EMPTY_SUBMISSION } from '../submission-form.ts';

/**
 * The title that counts on, and the type that the project had last: it most likely gets that again.
 * `ofProject` are its submissions in order, newest first.
 */
export function proposed(
  project: Pick<Project, 'startDate' | 'timeZone'> | undefined,
  ofProject: readonly Pick<StaffSubmission, 'title' | 'contentType'>[],
  now: Date,
) {
  const { title, contentType } = EMPTY_SUBMISSION;
  if (!project) return { title, contentType };
  const today = dayOf(now.toISOString(), project.timeZone);
  const titles = ofProject.map((submission) => submission.title);
  return {
    title: weekTitle(project.startDate, today, titles),
    contentType: ofProject[0]?.contentType ?? contentType,
  };
}
