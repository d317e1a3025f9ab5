import { implement } from '@orpc/server';
import { storedFiles } from '#contract/stored-files.ts';
import {
  call,
  callAs,
  withAbility,
  signedIn,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import { allFiles, consequencesOf, filesOfOwnCompany } from './service.ts';

const os = implement(storedFiles).$context<ApiContext>();
const manage = withAbility('submissions.manage');

export const storedFileRoutes = {
  list: os.list.use(manage).handler(call(allFiles)),
  consequences: os.consequences.use(manage).handler(call(consequencesOf)),

  ofCompany: os.ofCompany.use(signedIn).handler(callAs('files', filesOfOwnCompany)),
};
