import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import {
  type CompanyFile,
  type DeletionConsequences,
  MOST_FOUND,
  type StoredFileList,
  type StoredFileQuery,
} from '#domain/stored-files.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { homeOf, presentCompanyFile, presentStoredFile } from './present.ts';
import {
  countDownloaders,
  findStoredFile,
  findStoredFiles,
  listCompanyFiles,
  listStoredFiles,
  listThese,
  readCounts,
  sumUpFigures,
} from './queries.ts';

/** A page of all files, of submissions and standalone, that match, and the counts of all. */
export const allFiles = (
  ctx: Context,
  viewer: Viewer,
  query: z.output<typeof StoredFileQuery>,
): Promise<StoredFileList> =>
  ctx.db.as(viewer, async (tx) => {
    const counts = await readCounts(tx);
    const search = query.search && (await findStoredFiles(tx, query, query.search));
    const rows = search ? await listThese(tx, query, search.ids) : await listStoredFiles(tx, query);
    const found = search ? search.found : counts.total;
    return {
      storedFiles: rows.map((row) => presentStoredFile(ctx, viewer, row)),
      found: search ? Math.min(found, MOST_FOUND) : found,
      foundMore: search ? found > MOST_FOUND : false,
      counts,
    };
  });

/** To be done now and then, by one process or more. */
export const sweepFigures = (ctx: Context): Promise<void> =>
  ctx.db.as({ kind: 'system' }, sumUpFigures);

/** Numbers over all files, in the caller's transaction; for staff alone. */
export { readCounts } from './queries.ts';

/** What is known of who would miss the file. FILE_NOT_FOUND. */
export const consequencesOf = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
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
