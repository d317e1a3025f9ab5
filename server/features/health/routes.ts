import { implement } from '@orpc/server';
import { health } from '#contract/health.ts';
import type { ApiContext } from '#server/platform/http/guards.ts';
import { readHealth } from './service.ts';

const os = implement(health).$context<ApiContext>();

export const healthRoutes = {
  get: os.get.handler(async ({ context }) => {
    const body = await readHealth(context.ctx);
    return { status: body.ok ? (200 as const) : (503 as const), body };
  }),
  live: os.live.handler(() => ({ ok: true as const })),
};
