import { implement } from '@orpc/server';
import { card } from '#contract/card.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { comparisonFor, rasterCenters } from './service.ts';

const os = implement(card).$context<ApiContext>();

export const cardRoutes = {
  compare: os.compare.use(withAbility('submissions.manage')).handler(call(comparisonFor)),
  locate: os.locate
    .use(withAbility('submissions.manage'))
    .handler(async ({ input }) => ({ places: await rasterCenters(input.rasters) })),
};
