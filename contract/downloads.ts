import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';

/** An archive ready to be fetched: its exact size in bytes, and a signed address that takes Range. */
export const downloads = {
  plan: oc
    .route({
      method: 'GET',
      path: '/submissions/{submissionId}/download',
      summary: 'Download all originals as a ZIP',
      tags: ['Downloads'],
    })
    .input(z.object({ submissionId: Id }))
    .output(
      z.object({ url: z.string(), fileName: z.string(), bytes: z.int(), fileCount: z.int() }),
    ),
};
