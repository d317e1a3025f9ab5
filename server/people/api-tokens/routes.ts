import { implement } from '@orpc/server';
import { apiTokens } from '#contract/api-tokens.ts';
import { call, callAs, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { readApiTokens, createApiToken, revokeApiToken } from './service.ts';

const os = implement(apiTokens).$context<ApiContext>();
const manage = withAbility('api-tokens.manage');

export const apiTokenRoutes = {
  list: os.list.use(manage).handler(callAs('apiTokens', readApiTokens)),
  create: os.create
    .use(manage)
    .handler(({ context: { ctx, viewer, session, request }, input }) =>
      createApiToken(ctx, { viewer, session, ipAddress: request.ip }, input),
    ),
  revoke: os.revoke.use(manage).handler(call(revokeApiToken)),
};
