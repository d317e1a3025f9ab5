import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type {
  CompanyFile,
  DeletionConsequences,
  StoredFileList,
  StoredFileQuery,
} from '#domain/stored-files.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { homeOf, presentCompanyFile, presentStoredFile } from './present.ts';
import {
  countDownloaders,
  countStoredFiles,
  findStoredFile,
  listCompanyFiles,
  listStoredFiles,
  readCounts,
} from './queries.ts';

/** A page of all files, of submissions and standalone, that match, and the counts of all. */
export const allFiles = (
  ctx: Context,
  viewer: Viewer,
  query: z.output<typeof StoredFileQuery>,
): Promise<StoredFileList> =>
  ctx.db.as(viewer, async (tx) => {
    const rows = await listStoredFiles(tx, query);
    const counts = await readCounts(tx);
    return {
      storedFiles: rows.map((row) => presentStoredFile(ctx, viewer, row)),
      found: query.search ? await countStoredFiles(tx, query) : counts.total,
      counts,
    };
  });

/** What is known of who would miss the file. FILE_NOT_FOUND. */
export const consequencesOf = (
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<DeletionConsequences> =>
  ctx.db.as(viewer, async (tx) => {
    const row = await findStoredFile(tx, id);
    if (!row) throw new AppError('FILE_NOT_FOUND');
    return {
      submission: homeOf(row),
      companyName: row.companyName,
      downloadedBy: await countDownloaders(tx, id),
    };
  });

/** The standalone files of the viewer's company; of staff, who have none, no file. */
export const filesOfOwnCompany = (ctx: Context, viewer: Viewer): Promise<CompanyFile[]> =>
  ctx.db.ask(viewer, async (tx) => {
    if (viewer.kind !== 'client' || viewer.companyId === null) return [];
    const rows = await listCompanyFiles(tx, viewer.companyId);
    return rows.map((row) => presentCompanyFile(ctx, viewer, row));
  });
