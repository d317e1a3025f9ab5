import { implement } from '@orpc/server';
import { submissions } from '#contract/submissions.ts';
import {
  call,
  callAs,
  withAbility,
  signedIn,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import { archiveSubmission, restoreSubmission } from './archive.ts';
import { pauseClock, resumeClock } from './clock.ts';
import { listFilesElsewhere } from './elsewhere/elsewhere.ts';
import { readLibraryPage } from './library/library.ts';
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
const manage = withAbility('submissions.manage');

export const submissionRoutes = {
  listPublished: os.listPublished
    .use(signedIn)
    .handler(callAs('submissions', publishedSubmissions)),

  latestCovers: os.latestCovers.use(signedIn).handler(callAs('covers', latestCovers)),
  getPublished: os.getPublished.use(signedIn).handler(call(publishedSubmission)),

  list: os.list.use(manage).handler(callAs('submissions', staffSubmissions)),
  library: os.library.use(manage).handler(call(readLibraryPage)),

  get: os.get.use(manage).handler(call(staffSubmission)),
  create: os.create.use(manage).handler(call(createSubmission)),

  update: os.update.use(manage).handler(call(changeSubmission)),
  publish: os.publish.use(manage).handler(call(publishSubmission)),

  unpublish: os.unpublish.use(manage).handler(call(unpublishSubmission)),
  schedule: os.schedule.use(manage).handler(call(schedulePublication)),

  cancelSchedule: os.cancelSchedule.use(manage).handler(call(cancelSchedule)),
  archive: os.archive.use(manage).handler(call(archiveSubmission)),

  restore: os.restore.use(manage).handler(call(restoreSubmission)),
  move: os.move.use(manage).handler(call(moveSubmission)),

  elsewhere: os.elsewhere.use(manage).handler(call(listFilesElsewhere)),
  moveFiles: os.moveFiles.use(manage).handler(call(moveSubmissionFiles)),

  pauseClock: os.pauseClock.use(manage).handler(call(pauseClock)),
  resumeClock: os.resumeClock.use(manage).handler(call(resumeClock)),

  remove: os.remove.use(manage).handler(call(removeSubmission)),
};
