import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Deleted } from '#domain/bin.ts';
import { Chapters } from '#domain/chapters.ts';
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
    'List the files of a published submission',
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ files: z.array(SubmissionFile) })),

  list: route(
    'GET',
    '/operator/submissions/{submissionId}/files',
    'List the files of any submission',
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ files: z.array(StaffFile) })),
  update: route('PATCH', '/operator/files/{id}', 'Rename a file')
    .input(z.object({ id: Id, fileName: text().min(1).max(255) }))
    .output(StaffFile),
  reorder: route(
    'PUT',
    '/operator/submissions/{submissionId}/file-order',
    'Reorder the files of a submission',
  )
    .input(z.object({ submissionId: Id, fileIds: z.array(Id).min(1).max(5000) }))
    .output(z.object({ files: z.array(StaffFile) })),
  setForClients: route('PUT', '/operator/files/for-clients', 'Show files to clients or hide them')
    .input(z.object({ fileIds: z.array(Id).min(1).max(5000), isForClients: z.boolean() }))
    .output(z.object({ files: z.array(StaffFile) })),
  setCover: route(
    'PUT',
    '/operator/submissions/{submissionId}/cover',
    'Choose the cover of a submission',
  )
    .input(z.object({ submissionId: Id, fileId: Id.nullable() }))
    .output(z.object({ files: z.array(StaffFile) })),
  setChapters: route('PUT', '/operator/files/{id}/chapters', 'Set the chapters of a video')
    .input(z.object({ id: Id, chapters: Chapters }))
    .output(StaffFile),
  setPoster: route('PUT', '/operator/files/{id}/poster', 'Choose the picture of a video')
    .input(z.object({ id: Id, seconds: z.number().min(0).nullable() }))
    .output(StaffFile),
  retry: route('POST', '/operator/files/{id}/retry', 'Retry a failed file')
    .input(z.object({ id: Id }))
    .output(StaffFile),
  showAsPhoto: route(
    'POST',
    '/operator/files/{id}/show-as-photo',
    'Choose whether a RAW file, band or tile is shown as a photo',
  )
    .input(z.object({ id: Id, isShown: z.boolean().default(true) }))
    .output(StaffFile),
  remove: route('DELETE', '/operator/files/{id}', 'Delete a file')
    .input(z.object({ id: Id }))
    .output(Deleted),
};
