import { implement } from '@orpc/server';
import { baseMap } from '#contract/base-map.ts';
import { type ApiContext, signedIn } from '#server/platform/http/guards.ts';

const os = implement(baseMap).$context<ApiContext>();

export const baseMapRoutes = {
  getToken: os.getToken.use(signedIn).handler(({ context: { ctx } }) => ({
    token: ctx.config.baseMap.token,
    baseMap: ctx.config.baseMap.baseMap,
  })),
};
