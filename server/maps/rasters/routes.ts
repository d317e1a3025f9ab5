import { implement } from '@orpc/server';
import { rasters } from '#contract/rasters.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { correctRaster, rastersOf } from './service.ts';

const os = implement(rasters).$context<ApiContext>();
const manage = able('submissions.manage');

export const rasterRoutes = {
  list: os.list.use(manage).handler(async ({ context, input }) => ({
    rasters: await rastersOf(context.ctx, context.viewer, input.submissionId),
  })),
  update: os.update
    .use(manage)
    .handler(({ context, input }) => correctRaster(context.ctx, context.viewer, input)),
};
