import { implement } from '@orpc/server';
import { health } from '#contract/health.ts';
import type { ApiContext } from '#server/platform/http/guards.ts';
import { readHealth } from './service.ts';

const os = implement(health).$context<ApiContext>();

export const healthRoutes = {
  get: os.get.handler(async ({ context }) => {
    const state = await readHealth(context.ctx);
    context.reply.status(state.ok ? 200 : 503);
    return state;
  }),
  live: os.live.handler(() => ({ ok: true as const })),
};
