import type { SharedView } from '#contract/shared-view.ts';
import { FileWithoutPosition } from '#domain/files.ts';
import { SharedProject } from '#domain/projects.ts';
import { ShareSwitches } from '#domain/share-links.ts';
import { SharedSubmission } from '#domain/submissions.ts';
import { downloadFor } from '#server/sharing/downloads/service.ts';
import { publishedFiles } from '#server/files/service.ts';
import { projectFor } from '#server/projects/service.ts';
import { reportUrl } from '#server/sharing/reports/service.ts';
import { publishedSubmission } from '#server/submissions/service.ts';
import { recipientOf } from '#server/platform/auth/recipient.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';

/** Returns the page that a link would show, with URLs signed for the viewer. Throws SUBMISSION_NOT_FOUND. */
export async function previewOf(
  ctx: Context,
  viewer: Viewer,
  { submissionId, origin }: { submissionId: string; origin: string },
): Promise<SharedView> {
  const submission = await publishedSubmission(ctx, viewer, { id: submissionId });
  const [project, files, { fileName: _, ...download }] = await Promise.all([
    projectFor(ctx, viewer, { id: submission.projectId }),
    publishedFiles(ctx, viewer, { submissionId }),
    downloadFor(ctx, viewer, { submissionId }),
  ]);
  const report = reportUrl(ctx.signer, recipientOf(viewer), submissionId);
  return {
    kind: 'open',
    token: null,
    screen: 'week',
    submissionId,
    origin,
    comparison: null,
    page: {
      title: null,
      description: null,
      expiresAt: null,
      ...ShareSwitches.parse({}),
      project: SharedProject.parse(project),
      submissions: [SharedSubmission.parse(submission)],
      timelapses: [],
    },
    files: {
      files: files.map((file) => FileWithoutPosition.parse(file)),
      download: download.fileCount > 0 ? { ...download, reportUrl: report } : null,
    },
  };
}
