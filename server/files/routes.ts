import { implement } from '@orpc/server';
import { files } from '#contract/files.ts';
import {
  call,
  callAs,
  withAbility,
  signedIn,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import { setCover, setForClients } from './for-clients/for-clients.ts';
import { setPoster } from './poster.ts';
import {
  publishedFiles,
  removeFile,
  renameFile,
  reorderFiles,
  retryFile,
  setChapters,
  staffFiles,
} from './service.ts';
import { showAsPhoto } from './sets/sets.ts';

const os = implement(files).$context<ApiContext>();
const manage = withAbility('submissions.manage');

export const fileRoutes = {
  listPublished: os.listPublished.use(signedIn).handler(callAs('files', publishedFiles)),
  list: os.list.use(manage).handler(callAs('files', staffFiles)),

  update: os.update.use(manage).handler(call(renameFile)),
  reorder: os.reorder.use(manage).handler(callAs('files', reorderFiles)),

  setForClients: os.setForClients.use(manage).handler(callAs('files', setForClients)),
  setCover: os.setCover.use(manage).handler(callAs('files', setCover)),

  setChapters: os.setChapters.use(manage).handler(call(setChapters)),
  setPoster: os.setPoster.use(manage).handler(call(setPoster)),

  retry: os.retry.use(manage).handler(call(retryFile)),
  showAsPhoto: os.showAsPhoto.use(manage).handler(call(showAsPhoto)),

  remove: os.remove.use(manage).handler(call(removeFile)),
};
