import type { Context } from '#server/platform/context.ts';
import { receivedBytes, lastPart, uploadOfPart } from '#server/platform/storage/upload-parts.ts';
import { finishUpload } from './finish.ts';
import { deleteUpload, listUnfinished } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const MAX_IDLE_MS = 7 * 24 * 3600 * 1000;

/** Finishes complete uploads, and deletes idle ones and leftover parts. One failure doesn't stop the rest. */
export async function resumeUploads(ctx: Context): Promise<void> {
  // List the files first, so that uploads that start now keep theirs.
  const files = await ctx.uploads.list();
  const unfinished = await ctx.db.as(SYSTEM, (tx) => listUnfinished(tx));
  for (const upload of unfinished) {
    await resume(ctx, upload).catch((error: unknown) =>
      ctx.log.error({ err: error, uploadId: upload.id }, 'failed to finish an upload'),
    );
  }
  const wanted = new Set(unfinished.map(({ id }) => id));
  for (const name of files) {
    if (!wanted.has(uploadOfPart(name))) await ctx.uploads.remove(name);
  }
}

type Unfinished = Awaited<ReturnType<typeof listUnfinished>>[number];

async function resume(ctx: Context, upload: Unfinished) {
  const { id, state, fileSize, updatedAt } = upload;
  const received = await receivedBytes(ctx.uploads, upload);
  if (state === 'received' || received === fileSize) return finishUpload(ctx, SYSTEM, id);
  const touched = (await ctx.uploads.lastReceivedAt(lastPart(upload).name)) ?? updatedAt;
  if (ctx.clock().getTime() - touched.getTime() < MAX_IDLE_MS) return;
  await ctx.db.as(SYSTEM, (tx) => deleteUpload(tx, id));
  await ctx.uploads.remove(id);
}
