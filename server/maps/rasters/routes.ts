import { implement } from '@orpc/server';
import { rasters } from '#contract/rasters.ts';
import { call, callAs, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { correctRaster, rastersOf } from './service.ts';

const os = implement(rasters).$context<ApiContext>();
const manage = withAbility('submissions.manage');

export const rasterRoutes = {
  list: os.list.use(manage).handler(callAs('rasters', rastersOf)),
  update: os.update.use(manage).handler(call(correctRaster)),
};
