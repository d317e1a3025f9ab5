import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { Report } from '#domain/reports.ts';

export const reports = {
  /** Creates a report once; further calls return its progress. `again` retries a failed report. */
  prepare: oc
    .route({
      method: 'POST',
      path: '/submissions/{submissionId}/report',
      summary: 'Create a PDF report of a submission',
      tags: ['Reports'],
    })
    .input(z.object({ submissionId: Id, again: z.boolean().default(false) }))
    .output(Report),
};
