import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Health } from '#domain/health.ts';

export const health = {
  get: oc
    .route({
      method: 'GET',
      path: '/health',
      summary: 'Check the health of each part',
      tags: ['Health'],
    })
    .output(Health),
  live: oc
    .route({
      method: 'GET',
      path: '/health/live',
      summary: 'Check that the process is running',
      tags: ['Health'],
    })
    .output(z.object({ ok: z.literal(true) })),
};
