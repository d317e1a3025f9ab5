import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, text } from '#domain/fields.ts';
import { StaffFile, SubmissionFile } from '#domain/files.ts';

const route = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: `/${string}`,
  summary: string,
) => oc.route({ method, path, summary, tags: ['Files'] });

export const files = {
  listPublished: route(
    'GET',
    '/submissions/{submissionId}/files',
    'Files of a published submission',
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ files: z.array(SubmissionFile) })),

  list: route(
    'GET',
    '/operator/submissions/{submissionId}/files',
    'Files of a submission, in any state',
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ files: z.array(StaffFile) })),
  update: route('PATCH', '/operator/files/{id}', 'Change the name of a file')
    .input(z.object({ id: Id, fileName: text().min(1).max(255) }))
    .output(StaffFile),
  reorder: route(
    'PUT',
    '/operator/submissions/{submissionId}/file-order',
    'Put the files in this order',
  )
    .input(z.object({ submissionId: Id, fileIds: z.array(Id).min(1).max(5000) }))
    .output(z.object({ files: z.array(StaffFile) })),
  retry: route('POST', '/operator/files/{id}/retry', 'Process a failed file again')
    .input(z.object({ id: Id }))
    .output(StaffFile),
  remove: route('DELETE', '/operator/files/{id}', 'Remove a file and its bytes')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
};
