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
  consequences: route('/operator/files/{id}/consequences', 'Tell what deleting a file would mean')
    .input(z.object({ id: Id }))
    .output(DeletionConsequences),
  ofCompany: route('/files', 'List the files that your company was given').output(
    z.object({ files: z.array(CompanyFile) }),
  ),
};
