import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Deleted } from '#domain/bin.ts';
import { FilesElsewhere } from '#domain/elsewhere.ts';
import { Id, Instant } from '#domain/fields.ts';
import { CoverPicture } from '#domain/files.ts';
import { PauseReason } from '#domain/publication-clock.ts';
import {
  ContentType,
  LibraryPage,
  LibraryQuery,
  StaffSubmission,
  Submission,
  SubmissionChange,
  SubmissionInput,
  SubmissionStatus,
} from '#domain/submissions.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Submissions'] });
const ById = z.object({ id: Id });
const Confirmation = z.object({ filesElsewhere: z.array(Id).max(5000).default([]) });

export const submissions = {
  listPublished: route(
    'GET',
    '/projects/{projectId}/submissions',
    'List the published submissions of a project',
  )
    .input(z.object({ projectId: Id }))
    .output(z.object({ submissions: z.array(Submission) })),
  latestCovers: route(
    'GET',
    '/submissions/latest-covers',
    'List the latest photo of each project',
  ).output(z.object({ covers: z.array(z.object({ projectId: Id, cover: CoverPicture })) })),
  getPublished: route('GET', '/submissions/{id}', 'Get a published submission')
    .input(ById)
    .output(Submission),

  /** Most recently recorded first, at most 1,000. */
  list: route('GET', '/operator/submissions', 'List submissions, including drafts')
    .input(
      z.object({
        projectId: Id.optional(),
        status: SubmissionStatus.optional(),
        contentType: ContentType.optional(),
      }),
    )
    .output(z.object({ submissions: z.array(StaffSubmission) })),
  library: route('GET', '/operator/library', 'List all submissions by project, in pages')
    .input(LibraryQuery)
    .output(LibraryPage),
  get: route('GET', '/operator/submissions/{id}', 'Get any submission, including a draft')
    .input(ById)
    .output(StaffSubmission),
  create: route('POST', '/operator/submissions', 'Create a draft')
    .input(SubmissionInput)
    .output(StaffSubmission),
  /** SUBMISSION_CHANGED if `updatedAt` is no longer `ifUnchangedSince`. */
  update: route('PATCH', '/operator/submissions/{id}', 'Update a submission')
    .input(SubmissionChange.extend({ id: Id, ifUnchangedSince: Instant.optional() }))
    .output(StaffSubmission),
  /** FILES_ELSEWHERE if files were taken elsewhere and `filesElsewhere` doesn't list them all. */
  publish: route('POST', '/operator/submissions/{id}/publish', 'Publish a submission')
    .input(ById.extend(Confirmation.shape))
    .output(StaffSubmission),
  unpublish: route('POST', '/operator/submissions/{id}/unpublish', 'Return a submission to draft')
    .input(ById)
    .output(StaffSubmission),
  schedule: route('POST', '/operator/submissions/{id}/schedule', 'Schedule a submission')
    .input(ById.extend({ publishAt: Instant, ...Confirmation.shape }))
    .output(StaffSubmission),
  cancelSchedule: route(
    'DELETE',
    '/operator/submissions/{id}/schedule',
    "Cancel a submission's schedule",
  )
    .input(ById)
    .output(StaffSubmission),
  archive: route('POST', '/operator/submissions/{id}/archive', 'Archive a submission')
    .input(ById)
    .output(StaffSubmission),
  restore: route(
    'POST',
    '/operator/submissions/{id}/restore',
    'Restore a submission from the archive',
  )
    .input(ById)
    .output(StaffSubmission),
  move: route('POST', '/operator/submissions/{id}/move', 'Move a submission to another project')
    .input(ById.extend({ projectId: Id, ...Confirmation.shape }))
    .output(StaffSubmission),
  elsewhere: route(
    'GET',
    '/operator/submissions/{id}/elsewhere',
    "List files that weren't taken at the project",
  )
    .input(ById)
    .output(FilesElsewhere),
  /**
   * To an existing or new draft. Sidecars move, too. `twins` are files that stay because the other project already has
   * them.
   */
  moveFiles: route('POST', '/operator/submissions/{id}/move-files', 'Move files to another draft')
    .input(
      ById.extend({
        fileIds: z.array(Id).min(1).max(5000),
        to: z.union([z.object({ submissionId: Id }), z.object({ projectId: Id })]),
      }),
    )
    .output(
      z.object({
        fileIds: z.array(Id),
        twins: z.array(Id),
        submission: StaffSubmission,
        isNew: z.boolean(),
      }),
    ),
  pauseClock: route('POST', '/operator/submissions/{id}/pauses', 'Pause the clock of a draft')
    .input(ById.extend({ reason: PauseReason, startedAt: Instant.optional() }))
    .output(StaffSubmission),
  resumeClock: route('POST', '/operator/submissions/{id}/resume', 'Resume the clock of a draft')
    .input(ById)
    .output(StaffSubmission),
  remove: route('DELETE', '/operator/submissions/{id}', 'Delete a submission with its files')
    .input(ById)
    .output(Deleted),
};
