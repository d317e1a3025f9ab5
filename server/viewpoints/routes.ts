import { implement } from '@orpc/server';
import { viewpoints } from '#contract/viewpoints.ts';
import {
  call,
  callAs,
  withAbility,
  signedIn,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import {
  assignPhotos,
  changeViewpoint,
  compareSubmission,
  chooseReference,
  createViewpoint,
  mergeViewpoint,
  orderViewpoints,
  posesOf,
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

  compare: os.compare.use(signedIn).handler(call(compareSubmission)),
  ofSubmission: os.ofSubmission
    .use(withAbility('submissions.manage'))
    .handler(call(viewpointsOfSubmission)),

  poses: os.poses.use(withAbility('projects.manage')).handler(callAs('poses', posesOf)),

  update: os.update.use(withAbility('projects.manage')).handler(call(changeViewpoint)),
  reorder: os.reorder.use(withAbility('projects.manage')).handler(call(orderViewpoints)),

  merge: os.merge.use(withAbility('projects.manage')).handler(call(mergeViewpoint)),
  remove: os.remove.use(withAbility('projects.manage')).handler(call(removeViewpoint)),

  split: os.split.use(withAbility('projects.manage')).handler(call(splitViewpoint)),
  setReference: os.setReference.use(withAbility('projects.manage')).handler(call(chooseReference)),

  assign: os.assign.use(withAbility('projects.manage')).handler(call(assignPhotos)),
  unplaced: os.unplaced.use(withAbility('projects.manage')).handler(call(unplacedPhotosOf)),

  create: os.create.use(withAbility('projects.manage')).handler(call(createViewpoint)),
  release: os.release.use(withAbility('projects.manage')).handler(call(releasePhotos)),
};
