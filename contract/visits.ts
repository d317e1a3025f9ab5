import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { VisitComparison } from '#domain/visit-comparison.ts';

/** What a memory card is compared with before any of its files travels. */
export const visits = {
  compare: oc
    .route({
      method: 'POST',
      path: '/operator/projects/{projectId}/visit',
      summary: 'Get what the files of a visit are compared with',
      tags: ['Visits'],
    })
    .input(z.object({ projectId: Id, sizes: z.array(z.int().positive()).max(5000) }))
    .output(VisitComparison),
};
