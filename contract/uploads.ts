import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { Sha256, Upload } from '#domain/uploads.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Uploads'] });

export const uploads = {
  list: route(
    'GET',
    '/operator/submissions/{submissionId}/uploads',
    'List the uploads of a submission',
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ uploads: z.array(Upload) })),
  listStandalone: route('GET', '/operator/uploads', 'List uploads without a submission').output(
    z.object({ uploads: z.array(Upload) }),
  ),
  check: route(
    'POST',
    '/operator/submissions/{submissionId}/uploads/check',
    'Check which files the project already has',
  )
    .input(z.object({ submissionId: Id, sha256: z.array(Sha256).max(1000) }))
    .output(
      z.object({
        known: z.array(
          z.object({ sha256: Sha256, fileName: z.string(), submissionTitle: z.string() }),
        ),
      }),
    ),
  discard: route('DELETE', '/operator/uploads/{id}', 'Cancel an upload or clear a finished one')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
};
