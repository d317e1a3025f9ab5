import { registerAccountJobs } from './people/accounts/recover.ts';
import { sweepBin } from './projects/bin/remove.ts';
import { existingFileIds } from './projects/bin/service.ts';
import { sweepDownloads } from './sharing/downloads/prepared.ts';
import { registerDriveJobs, resumeTransfers } from './drive/transfers/register-jobs.ts';
import { makeEvidence } from './sharing/evidence/jobs.ts';
import { makeEvidencePack } from './sharing/evidence/make.ts';
import { sweepEvidence } from './sharing/evidence/service.ts';
import { placeWaiting } from './files/elsewhere/waiting.ts';
import { registerFileJobs, resumeProcessing } from './files/process.ts';
import { readLenses } from './files/service.ts';
import { sweepPinReminders } from './files/pins/reminders.ts';
import { runBackup } from './operations/backups/jobs.ts';
import { handleRun } from './operations/backups/run.ts';
import { sweepBackups } from './operations/backups/runs.ts';
import { makeExport } from './operations/exports/jobs.ts';
import { makeExportArchive } from './operations/exports/make-archive.ts';
import { sweepMessages } from './operations/form-submissions/service.ts';
import { sweepSubscriptions } from './events/notifications/subscriptions/sweep.ts';
import { sweepNotifications } from './events/notifications/sweep.ts';
import { sweepPictures } from './operations/settings/pictures.ts';
import { sweepDisk } from './operations/health/disk-notice.ts';
import { updatePlacements } from './maps/rasters/placement.ts';
import { makeReport } from './sharing/reports/jobs.ts';
import { trackChanges, sweepReports } from './sharing/reports/service.ts';
import { sweepVisitors } from './sharing/share-links/counts/counts.ts';
import { sweepFigures } from './files/stored-files/service.ts';
import { sweepVisitPlans } from './submissions/visits/service.ts';
import { buildMap } from './maps/builds/jobs.ts';
import { reconcileBuild } from './maps/builds/reconcile.ts';
import { sweepBuilds } from './maps/builds/service.ts';
import { lookUpFlight } from './submissions/flight-records/jobs.ts';
import { lookUp, sweepFlightRecords } from './submissions/flight-records/look-up.ts';
import { sweepSchedules } from './submissions/schedule.ts';
import { makeTimelapse } from './sharing/timelapses/jobs.ts';
import { sweepTimelapses } from './sharing/timelapses/service.ts';
import { resumeUploads } from './files/uploads/sweep.ts';
import { registerViewpointJobs, resumeAlignment } from './viewpoints/align.ts';
import { bestViewsIn, latestPairOf, splitByLens } from './viewpoints/service.ts';
import { registerWebhookJobs, sweepWebhooks } from './events/webhooks/deliver.ts';
import { assertOwnStorage } from './own-storage.ts';
import type { Context } from './platform/context.ts';
import { deleteExpiredAttempts } from './platform/limit/limit.ts';
import { sendMail } from './platform/mail/mailer.ts';
import { handleRemoveStoredFiles, removeStoredFiles } from './platform/storage/remove-job.ts';
import { startSweeps } from './platform/sweep.ts';

/** File jobs wait until the storage is known to belong to the database. Returns a function that stops polling. */
export async function startWorker(ctx: Context): Promise<() => void> {
  await registerAccountJobs(ctx);
  await ctx.queue.work(sendMail, ({ mailId }) => ctx.mail.send(mailId));
  await registerWebhookJobs(ctx);
  await ctx.queue.work(lookUpFlight, ({ submissionId }) => lookUp(ctx, submissionId));
  let hasFileJobs = false;
  const startFileJobs = async () => {
    if (hasFileJobs || !(await assertOwnStorage(ctx))) return;
    hasFileJobs = true;
    await registerFileJobs(ctx);
    await registerDriveJobs(ctx);
    await ctx.queue.work(buildMap, ({ buildId }, run) => reconcileBuild(ctx, buildId, run));
    await registerViewpointJobs(ctx);
    // Loaded on demand: PDF and picture libraries take tens of megabytes.
    await ctx.queue.work(makeReport, async ({ reportId }, run) => {
      const { makeRequestedReport } = await import('./sharing/reports/make.ts');
      return makeRequestedReport(ctx, reportId, run);
    });
    await ctx.queue.work(makeEvidence, ({ downloadId }, run) =>
      makeEvidencePack(ctx, downloadId, run),
    );
    await ctx.queue.work(makeTimelapse, async ({ timelapseId }, run) => {
      const { makeTimelapseFilm } = await import('./sharing/timelapses/make.ts');
      return makeTimelapseFilm(ctx, timelapseId, run);
    });
    await ctx.queue.work(runBackup, ({ runId }, run) => handleRun(ctx, runId, run));
    await ctx.queue.work(makeExport, ({ downloadId }, run) =>
      makeExportArchive(ctx, downloadId, run),
    );
    await ctx.queue.work(
      removeStoredFiles,
      handleRemoveStoredFiles(ctx.storage, ctx.mapCache, (ids) => existingFileIds(ctx, ids)),
    );
  };
  await startFileJobs();
  return startSweeps(ctx.log, [
    startFileJobs,
    () => ctx.mail.sweep(),
    () => sweepWebhooks(ctx),
    () => sweepSchedules(ctx),
    () => sweepVisitPlans(ctx),
    () => sweepBuilds(ctx),
    () => sweepFlightRecords(ctx),
    () => sweepPinReminders(ctx),
    () => sweepNotifications(ctx, bestViewsIn),
    () => sweepSubscriptions(ctx, latestPairOf),
    () => sweepDownloads(ctx),
    () => sweepEvidence(ctx),
    () => sweepReports(ctx),
    trackChanges(ctx),
    () => sweepTimelapses(ctx),
    () => sweepBin(ctx),
    () => sweepDisk(ctx),
    () => sweepBackups(ctx),
    () => sweepVisitors(ctx),
    () => sweepFigures(ctx),
    () => sweepMessages(ctx),
    () => sweepPictures(ctx),
    () => resumeUploads(ctx),
    () => updatePlacements(ctx),
    () => resumeProcessing(ctx),
    () => resumeTransfers(ctx),
    async () => {
      if (!hasFileJobs) return;
      await readLenses(ctx);
      await splitByLens(ctx);
      await placeWaiting(ctx);
    },
    () => resumeAlignment(ctx),
    () => deleteExpiredAttempts(ctx.db),
    () => ctx.auth.sessions.sweep(),
  ]);
}
