import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ArchiveFiles, Download, DownloadSummary, DownloadSelection } from '#domain/downloads.ts';
import { Id } from '#domain/fields.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Downloads'] });
const ById = z.object({ id: Id });

export const downloads = {
  /** `bytes` is the exact size. The signed URL supports Range requests. */
  plan: route(
    'GET',
    '/submissions/{submissionId}/download',
    "Get a ZIP download of a submission's originals",
  )
    .input(z.object({ submissionId: Id }))
    .output(ArchiveFiles.extend({ url: z.string(), fileName: z.string() })),

  measure: route('POST', '/downloads/measure', 'Get the size of a download of several submissions')
    .input(DownloadSelection)
    .output(DownloadSummary),
  prepare: route('POST', '/downloads', 'Prepare a download of several submissions')
    .input(DownloadSelection)
    .output(Download),
  list: route('GET', '/downloads', 'List your downloads').output(
    z.object({ downloads: z.array(Download) }),
  ),
  /** Revokes the URL immediately, even for downloads in progress. */
  remove: route('DELETE', '/downloads/{id}', 'Remove a download').input(ById).output(ById),
  /** The URL works without a cookie while the session lasts. Revokes the previous URL. */
  makeAddress: route('POST', '/downloads/{id}/address', 'Create a download URL for other programs')
    .input(ById)
    .output(z.object({ url: z.string() })),
};
