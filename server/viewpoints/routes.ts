import { implement } from '@orpc/server';
import { viewpoints } from '#contract/viewpoints.ts';
import { call, callAs, able, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import {
  assignPhotos,
  changeViewpoint,
  compareWeek,
  chooseReference,
  createViewpoint,
  mergeViewpoint,
  orderViewpoints,
  removeViewpoint,
  releasePhotos,
  splitViewpoint,
  unplacedPhotosOf,
  viewpointFor,
  viewpointsOf,
  viewpointsOfSubmission,
} from './service.ts';

const os = implement(viewpoints).$context<ApiContext>();

export const viewpointRoutes = {
  list: os.list.use(signedIn).handler(callAs('viewpoints', viewpointsOf)),
  get: os.get.use(signedIn).handler(call(viewpointFor)),

  compare: os.compare.use(signedIn).handler(call(compareWeek)),
  ofSubmission: os.ofSubmission
    .use(able('submissions.manage'))
    .handler(call(viewpointsOfSubmission)),

  update: os.update.use(able('projects.manage')).handler(call(changeViewpoint)),
  reorder: os.reorder.use(able('projects.manage')).handler(call(orderViewpoints)),

  merge: os.merge.use(able('projects.manage')).handler(call(mergeViewpoint)),
  remove: os.remove.use(able('projects.manage')).handler(call(removeViewpoint)),

  split: os.split.use(able('projects.manage')).handler(call(splitViewpoint)),
  setReference: os.setReference.use(able('projects.manage')).handler(call(chooseReference)),

  assign: os.assign.use(able('projects.manage')).handler(call(assignPhotos)),
  unplaced: os.unplaced.use(able('projects.manage')).handler(call(unplacedPhotosOf)),

  create: os.create.use(able('projects.manage')).handler(call(createViewpoint)),
  release: os.release.use(able('projects.manage')).handler(call(releasePhotos)),
};
