import { implement } from '@orpc/server';
import type { FastifyPluginAsync } from 'fastify';
import { evidence } from '#contract/evidence.ts';
import { SIGNING_KEYS_PATH } from '#domain/evidence.ts';
import type { Context } from '#server/platform/context.ts';
import { call, withAbility, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { requestEvidence, measureEvidence, signingKeys } from './service.ts';

const os = implement(evidence).$context<ApiContext>();

export const evidenceRoutes = {
  measure: os.measure.use(signedIn).handler(call(measureEvidence)),
  make: os.make.use(signedIn).handler(call(requestEvidence)),
  keys: os.keys
    .use(withAbility('system.manage'))
    .handler(({ context }) => signingKeys(context.ctx)),
};

/** Public, so that anyone can check a pack. */
export const signingKeysPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get(SIGNING_KEYS_PATH, async (_request, reply) =>
      reply
        .type('application/jwk-set+json')
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .send(JSON.stringify(await signingKeys(ctx), null, 2)),
    );
  };
