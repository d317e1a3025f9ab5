import { implement } from '@orpc/server';
import { shareLinks } from '#contract/share-links.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { countInteraction } from './counts/counts.ts';
import {
  measureShared,
  residualShared,
  openShareLink,
  openSharedComparison,
  openSharedFiles,
  openSharedMaps,
  openSharedMeasurements,
  openSharedPins,
} from './open.ts';
import { changeShareLink, createShareLink, removeShareLink, shareLinksFor } from './service.ts';

const os = implement(shareLinks).$context<ApiContext>();
const manage = withAbility('share-links.manage');

const ownerOf = ({ ctx, viewer, request }: ApiContext & { viewer: Viewer }) => ({
  viewer,
  origin: publicOrigin(ctx.config, request),
});

const visitorOf = ({ request }: ApiContext, token: string) => ({
  token,
  cookies: request.headers.cookie,
});

export const shareLinkRoutes = {
  list: os.list
    .use(manage)
    .handler(({ context, input }) => shareLinksFor(context.ctx, ownerOf(context), input)),

  create: os.create
    .use(manage)
    .handler(({ context, input }) => createShareLink(context.ctx, ownerOf(context), input)),

  update: os.update
    .use(manage)
    .handler(({ context, input: { id, ...change } }) =>
      changeShareLink(context.ctx, ownerOf(context), id, change),
    ),

  remove: os.remove.use(manage).handler(call(removeShareLink)),
  open: os.open.handler(({ context, input }) =>
    openShareLink(context.ctx, visitorOf(context, input.token)),
  ),

  openFiles: os.openFiles.handler(({ context, input }) =>
    openSharedFiles(context.ctx, visitorOf(context, input.token), input.submissionId),
  ),

  openComparison: os.openComparison.handler(({ context, input }) =>
    openSharedComparison(context.ctx, visitorOf(context, input.token), input.since),
  ),

  openMaps: os.openMaps.handler(({ context, input }) =>
    openSharedMaps(context.ctx, visitorOf(context, input.token)),
  ),

  openMeasurements: os.openMeasurements.handler(async ({ context, input }) => ({
    measurements: await openSharedMeasurements(
      context.ctx,
      visitorOf(context, input.token),
      input.submissionId,
    ),
  })),

  openPins: os.openPins.handler(async ({ context, input }) => ({
    pins: await openSharedPins(context.ctx, visitorOf(context, input.token)),
  })),

  measure: os.measure.handler(({ context, input }) =>
    measureShared(context.ctx, visitorOf(context, input.token), input.measure),
  ),

  residual: os.residual.handler(({ context, input }) =>
    residualShared(context.ctx, visitorOf(context, input.token), input),
  ),

  recordLook: os.recordLook.handler(({ context, input }) =>
    countInteraction(context.ctx, context.request, input),
  ),
};
