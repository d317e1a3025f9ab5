import { implement } from '@orpc/server';
import { baseMap } from '#contract/base-map.ts';
import { type ApiContext, signedIn } from '#server/platform/http/guards.ts';
import { shownBaseMap } from './service.ts';

const os = implement(baseMap).$context<ApiContext>();

export const baseMapRoutes = {
  getToken: os.getToken
    .use(signedIn)
    .handler(({ context: { ctx }, input: { preview } }) => shownBaseMap(ctx.config, preview)),
};
