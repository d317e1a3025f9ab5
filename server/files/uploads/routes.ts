import { implement } from '@orpc/server';
import { uploads } from '#contract/uploads.ts';
import { withAbility, call, callAs, type ApiContext } from '#server/platform/http/guards.ts';
import { discardUpload, knownFiles, standaloneUploads, uploadsOf } from './service.ts';

const os = implement(uploads).$context<ApiContext>();
const manage = withAbility('submissions.manage');

/** The bytes arrive through tus.ts. */
export const uploadRoutes = {
  list: os.list.use(manage).handler(callAs('uploads', uploadsOf)),
  listStandalone: os.listStandalone.use(manage).handler(callAs('uploads', standaloneUploads)),

  check: os.check.use(manage).handler(callAs('known', knownFiles)),
  discard: os.discard.use(manage).handler(call(discardUpload)),
};
