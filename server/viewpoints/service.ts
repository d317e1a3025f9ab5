export {
  bestViewsIn,
  comparisonIn,
  compareSubmission,
  latestPairOf,
} from './comparison/comparison.ts';
export { historyIn, viewpointFor, viewpointsOf } from './history/history.ts';
export { assignPhotos, createViewpoint, releasePhotos } from './assign.ts';
export { cleanUpAfterMove, detachPhotos, detachStrays } from './detach-photos.ts';
export {
  changeViewpoint,
  chooseReference,
  mergeViewpoint,
  orderViewpoints,
  removeViewpoint,
  splitViewpoint,
} from './edit-viewpoints.ts';
export { posesOf } from './poses/poses.ts';
export { splitByLens } from './lenses/split-by-lens.ts';
export { viewpointsOfSubmission } from './history/of-submission.ts';
export { unplacedPhotosOf } from './unplaced/unplaced.ts';
export { placeByPosition } from './place-by-position.ts';
export { listLearnedPoses as learntPoses } from './queries.ts';
export { listViewpoints as projectViewpoints } from './history/queries.ts';
