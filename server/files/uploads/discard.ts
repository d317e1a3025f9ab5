import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { deleteUpload } from './queries.ts';
import { notifyWriters } from './writers.ts';

/** If the upload has already become a file, only removes it from the list. Throws UPLOAD_NOT_FOUND. */
export async function discardUpload(ctx: Context, viewer: Viewer, { id }: { id: string }) {
  await ctx.db.as(viewer, async (tx) => {
    const row = await deleteUpload(tx, id);
    if (!row) throw new AppError('UPLOAD_NOT_FOUND');
    if (row.writer !== null) await notifyWriters(tx, id);
    // A process that was killed may already have moved the bytes into storage.
    if (row.state === 'received') {
      await ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [id] });
    }
  });
  await ctx.uploads.remove(id);
  return { id };
}
