import { registerFileJobs } from './features/files/process.ts';
import { startUploadSweep } from './features/uploads/service.ts';
import type { Context } from './platform/context.ts';
import { handleRemoveStoredFiles, removeStoredFiles } from './platform/storage/remove-job.ts';

/** Takes up jobs, and what an earlier process left unfinished. Returns how to stop looking for more. */
export async function startWorker(ctx: Context): Promise<() => void> {
  await registerFileJobs(ctx);
  await ctx.queue.work(removeStoredFiles, handleRemoveStoredFiles(ctx.storage));
  return startUploadSweep(ctx);
}
