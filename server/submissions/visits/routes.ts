import { implement } from '@orpc/server';
import { visits } from '#contract/visits.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { comparisonFor, rasterPlaces } from './service.ts';

const os = implement(visits).$context<ApiContext>();

export const visitRoutes = {
  compare: os.compare
    .use(able('submissions.manage'))
    .handler(({ context, input }) =>
      comparisonFor(context.ctx, context.viewer, input.projectId, input.sizes),
    ),
  locate: os.locate
    .use(able('submissions.manage'))
    .handler(async ({ input }) => ({ places: await rasterPlaces(input.rasters) })),
};
