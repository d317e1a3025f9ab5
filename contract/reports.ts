import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { Report } from '#domain/reports.ts';

export const reports = {
  /** Created once; further calls return its progress. `again` retries a failed report. */
  prepare: oc
    .route({
      method: 'POST',
      path: '/submissions/{submissionId}/report',
      summary: 'Have a PDF report of a submission made',
      tags: ['Reports'],
    })
    .input(z.object({ submissionId: Id, again: z.boolean().default(false) }))
    .output(Report),
};
