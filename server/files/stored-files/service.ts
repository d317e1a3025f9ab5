import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import {
  type CompanyFile,
  type DeletionConsequences,
  MAX_FOUND,
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
  mergeFigures,
} from './queries.ts';

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
      found: search ? Math.min(found, MAX_FOUND) : found,
      foundMore: search ? found > MAX_FOUND : false,
      counts,
    };
  });

export const sweepFigures = (ctx: Context): Promise<void> =>
  ctx.db.as({ kind: 'system' }, mergeFigures);

export { readCounts } from './queries.ts';

/** Throws FILE_NOT_FOUND. */
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

/** Returns no files for staff, who have no company. */
export const filesOfOwnCompany = (ctx: Context, viewer: Viewer): Promise<CompanyFile[]> =>
  ctx.db.ask(viewer, async (tx) => {
    if (viewer.kind !== 'client' || viewer.companyId === null) return [];
    const rows = await listCompanyFiles(tx, viewer.companyId);
    return rows.map((row) => presentCompanyFile(ctx, viewer, row));
  });
