import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import {
  CompanyFile,
  DeletionConsequences,
  StoredFileList,
  StoredFileQuery,
} from '#domain/stored-files.ts';

const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'GET', path, summary, tags: ['Files'] });

export const storedFiles = {
  list: route('/operator/files', 'List all files').input(StoredFileQuery).output(StoredFileList),
  consequences: route(
    '/operator/files/{id}/consequences',
    'Get the consequences of deleting a file',
  )
    .input(z.object({ id: Id }))
    .output(DeletionConsequences),
  ofCompany: route('/files', 'List the files shared with your company').output(
    z.object({ files: z.array(CompanyFile) }),
  ),
};
