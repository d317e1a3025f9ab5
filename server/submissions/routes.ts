import { implement } from '@orpc/server';
import { submissions } from '#contract/submissions.ts';
import { able, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { archiveSubmission, restoreSubmission } from './archive.ts';
import { pauseClock, resumeClock } from './clock.ts';
import { submissionElsewhere } from './elsewhere/elsewhere.ts';
import { libraryPage } from './library/library.ts';
import { moveSubmission } from './move.ts';
import { moveSubmissionFiles } from './move-files.ts';
import { cancelSchedule, schedulePublication } from './schedule.ts';
import {
  changeSubmission,
  createSubmission,
  latestCovers,
  publishedSubmission,
  publishedSubmissions,
  publishSubmission,
  removeSubmission,
  staffSubmission,
  staffSubmissions,
  unpublishSubmission,
} from './service.ts';

const os = implement(submissions).$context<ApiContext>();
const manage = able('submissions.manage');

export const submissionRoutes = {
  listPublished: os.listPublished.use(signedIn).handler(async ({ context, input }) => ({
    submissions: await publishedSubmissions(context.ctx, context.viewer, input.projectId),
  })),

  latestCovers: os.latestCovers
    .use(signedIn)
    .handler(async ({ context }) => ({ covers: await latestCovers(context.ctx, context.viewer) })),

  getPublished: os.getPublished
    .use(signedIn)
    .handler(({ context, input }) => publishedSubmission(context.ctx, context.viewer, input.id)),

  list: os.list.use(manage).handler(async ({ context, input }) => ({
    submissions: await staffSubmissions(context.ctx, context.viewer, input),
  })),

  library: os.library
    .use(manage)
    .handler(({ context, input }) => libraryPage(context.ctx, context.viewer, input)),

  get: os.get
    .use(manage)
    .handler(({ context, input }) => staffSubmission(context.ctx, context.viewer, input.id)),

  create: os.create
    .use(manage)
    .handler(({ context, input }) => createSubmission(context.ctx, context.viewer, input)),

  update: os.update
    .use(manage)
    .handler(({ context, input: { id, ...changes } }) =>
      changeSubmission(context.ctx, context.viewer, id, changes),
    ),

  publish: os.publish
    .use(manage)
    .handler(({ context, input }) =>
      publishSubmission(context.ctx, context.viewer, input.id, input.filesElsewhere),
    ),

  unpublish: os.unpublish
    .use(manage)
    .handler(({ context, input }) => unpublishSubmission(context.ctx, context.viewer, input.id)),

  schedule: os.schedule
    .use(manage)
    .handler(({ context, input }) =>
      schedulePublication(context.ctx, context.viewer, input.id, input),
    ),

  cancelSchedule: os.cancelSchedule
    .use(manage)
    .handler(({ context, input }) => cancelSchedule(context.ctx, context.viewer, input.id)),

  archive: os.archive
    .use(manage)
    .handler(({ context, input }) => archiveSubmission(context.ctx, context.viewer, input.id)),

  restore: os.restore
    .use(manage)
    .handler(({ context, input }) => restoreSubmission(context.ctx, context.viewer, input.id)),

  move: os.move
    .use(manage)
    .handler(({ context, input }) => moveSubmission(context.ctx, context.viewer, input.id, input)),

  elsewhere: os.elsewhere
    .use(manage)
    .handler(({ context, input }) => submissionElsewhere(context.ctx, context.viewer, input.id)),

  moveFiles: os.moveFiles
    .use(manage)
    .handler(({ context, input }) => moveSubmissionFiles(context.ctx, context.viewer, input)),

  pauseClock: os.pauseClock
    .use(manage)
    .handler(({ context, input: { id, ...pause } }) =>
      pauseClock(context.ctx, context.viewer, id, pause),
    ),

  resumeClock: os.resumeClock
    .use(manage)
    .handler(({ context, input }) => resumeClock(context.ctx, context.viewer, input.id)),

  remove: os.remove
    .use(manage)
    .handler(({ context, input }) => removeSubmission(context.ctx, context.viewer, input.id)),
};
