import { implement } from '@orpc/server';
import { viewpoints } from '#contract/viewpoints.ts';
import { able, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
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
  list: os.list.use(signedIn).handler(async ({ context, input }) => ({
    viewpoints: await viewpointsOf(context.ctx, context.viewer, input.projectId),
  })),

  get: os.get
    .use(signedIn)
    .handler(({ context, input }) => viewpointFor(context.ctx, context.viewer, input.id)),

  compare: os.compare
    .use(signedIn)
    .handler(({ context, input }) => compareWeek(context.ctx, context.viewer, input)),

  ofSubmission: os.ofSubmission
    .use(able('submissions.manage'))
    .handler(({ context, input }) =>
      viewpointsOfSubmission(context.ctx, context.viewer, input.submissionId),
    ),

  update: os.update
    .use(able('projects.manage'))
    .handler(({ context, input: { id, ...changes } }) =>
      changeViewpoint(context.ctx, context.viewer, id, changes),
    ),

  reorder: os.reorder
    .use(able('projects.manage'))
    .handler(({ context, input }) =>
      orderViewpoints(context.ctx, context.viewer, input.projectId, input.ids),
    ),

  merge: os.merge
    .use(able('projects.manage'))
    .handler(({ context, input }) =>
      mergeViewpoint(context.ctx, context.viewer, input.id, input.intoId),
    ),

  remove: os.remove
    .use(able('projects.manage'))
    .handler(({ context, input }) => removeViewpoint(context.ctx, context.viewer, input.id)),

  split: os.split
    .use(able('projects.manage'))
    .handler(({ context, input }) => splitViewpoint(context.ctx, context.viewer, input)),

  setReference: os.setReference
    .use(able('projects.manage'))
    .handler(({ context, input }) =>
      chooseReference(context.ctx, context.viewer, input.id, input.fileId),
    ),

  assign: os.assign
    .use(able('projects.manage'))
    .handler(({ context, input }) =>
      assignPhotos(context.ctx, context.viewer, input.id, input.fileIds),
    ),

  unplaced: os.unplaced
    .use(able('projects.manage'))
    .handler(({ context, input }) =>
      unplacedPhotosOf(context.ctx, context.viewer, input.projectId, input.limit),
    ),

  create: os.create
    .use(able('projects.manage'))
    .handler(({ context, input }) => createViewpoint(context.ctx, context.viewer, input)),

  release: os.release
    .use(able('projects.manage'))
    .handler(({ context, input }) =>
      releasePhotos(context.ctx, context.viewer, input.id, input.fileIds),
    ),
};
