import { registerAccountJobs } from './features/accounts/recover.ts';
import { sweepDownloads } from './features/downloads/prepared.ts';
import { registerFileJobs, resumeProcessing } from './features/files/process.ts';
import { sweepNotifications } from './features/notifications/sweep.ts';
import { sweepSchedules } from './features/submissions/schedule.ts';
import { resumeUploads } from './features/uploads/sweep.ts';
import { assertOwnStorage } from './own-storage.ts';
import type { Context } from './platform/context.ts';
import { sweepAttempts } from './platform/limit/limit.ts';
import { sendMail } from './platform/mail/mailer.ts';
import { handleRemoveStoredFiles, removeStoredFiles } from './platform/storage/remove-job.ts';
import { startSweeps } from './platform/sweep.ts';

/**
 * Takes up jobs, and what an earlier process left unfinished. Returns how to stop looking for more. Jobs of
 * files are left to others until the storage has said that it is the one of the database; rejects when it
 * says that it is not.
 */
export async function startWorker(ctx: Context): Promise<() => void> {
  await registerAccountJobs(ctx);
  await ctx.queue.work(sendMail, ({ mailId }) => ctx.mail.send(mailId));
  let takesFiles = false;
  const takeFiles = async () => {
    if (takesFiles || !(await assertOwnStorage(ctx))) return;
    takesFiles = true;
    await registerFileJobs(ctx);
    await ctx.queue.work(removeStoredFiles, handleRemoveStoredFiles(ctx.storage));
  };
  await takeFiles();
  return startSweeps(ctx.log, [
    takeFiles,
    () => ctx.mail.sweep(),
    () => sweepSchedules(ctx),
    () => sweepNotifications(ctx),
    () => sweepDownloads(ctx),
    () => resumeUploads(ctx),
    () => resumeProcessing(ctx),
    () => sweepAttempts(ctx.db),
    () => ctx.auth.sessions.sweep(),
  ]);
}
