import { implement } from '@orpc/server';
import { visits } from '#contract/visits.ts';
import { call, able, type ApiContext } from '#server/platform/http/guards.ts';
import { comparisonFor, rasterPlaces } from './service.ts';

const os = implement(visits).$context<ApiContext>();

export const visitRoutes = {
  compare: os.compare.use(able('submissions.manage')).handler(call(comparisonFor)),
  locate: os.locate
    .use(able('submissions.manage'))
    .handler(async ({ input }) => ({ places: await rasterPlaces(input.rasters) })),
};
