import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Download } from '#domain/downloads.ts';
import { Id } from '#domain/fields.ts';

export const exports = {
  /** Appears in the person's downloads, with its progress. */
  make: oc
    .route({
      method: 'POST',
      path: '/companies/{companyId}/export',
      summary: 'Export a company',
      tags: ['Companies'],
    })
    .input(z.object({ companyId: Id }))
    .output(Download),
};
