import { scheduledTimes, type BackupRun, type BackupsState } from '#domain/backups.ts';
import { AppError } from '#domain/errors.ts';
import { listOperators } from '#server/operations/health/queries.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { runBackup } from './jobs.ts';
import { placeName, type BackupConfig } from './place.ts';
import { findRun, insertRun, listRuns, lockSchedule, updateRun, type RunRow } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const OVERDUE_MS = 2 * 86_400_000;
const OVERDUE =
  'No backup was made for two days, because the current one is still waiting or running. Check the background jobs under System.';

/** When the last complete backup to the folder or bucket was made; null if none was. */
export async function lastBackupAt({ db }: Pick<Context, 'db'>): Promise<Date | null> {
  const runs = await db.ask(SYSTEM, listRuns);
  return runs.find(({ task, state }) => task === 'make' && state === 'ready')?.endedAt ?? null;
}

export async function readBackups(ctx: Context, viewer: Viewer): Promise<BackupsState> {
  const { backups: plan } = ctx.config;
  const runs = await ctx.db.ask(viewer, listRuns);
  return {
    runs: runs.map(presentRun),
    plan: plan && {
      place: placeName(plan),
      keep: plan.keep,
      timeZone: plan.timeZone,
      nextAt: scheduledTimes(plan, ctx.clock()).next.toISOString(),
    },
  };
}

const presentRun = (run: RunRow): BackupRun => ({
  ...run,
  createdAt: run.createdAt.toISOString(),
  endedAt: run.endedAt?.toISOString() ?? null,
});

/** BACKUPS_NOT_SET_UP, BACKUP_RUNNING. */
export const requestBackup = (ctx: Context, viewer: Viewer): Promise<BackupRun> =>
  ctx.db.as(viewer, async (tx) => {
    const run = await start(ctx, tx, { task: 'make', place: placeName(planOf(ctx)) });
    if (!run) throw new AppError('BACKUP_RUNNING');
    await ctx.record(tx, { type: 'backup.requested', id: run.id });
    return presentRun(run);
  });

/** BACKUPS_NOT_SET_UP, BACKUP_NOT_FOUND, BACKUP_RUNNING. */
export const requestVerification = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<BackupRun> =>
  ctx.db.as(viewer, async (tx) => {
    const place = placeName(planOf(ctx));
    const backup = await findRun(tx, id);
    if (!backup || !isKept(backup, place)) throw new AppError('BACKUP_NOT_FOUND');
    const { name } = backup;
    const run = await start(ctx, tx, { task: 'verify', place, name });
    if (!run) throw new AppError('BACKUP_RUNNING');
    await ctx.record(tx, { type: 'backup.verification-requested', id, name });
    return presentRun(run);
  });

/** Whether it is a complete backup in `place`. */
export const isKept = (run: RunRow, place: string): boolean =>
  run.task === 'make' && run.state === 'ready' && run.place === place && run.name !== null;

function planOf({ config }: Pick<Context, 'config'>): BackupConfig {
  if (!config.backups) throw new AppError('BACKUPS_NOT_SET_UP');
  return config.backups;
}

/** Undefined while another run isn't finished. */
async function start(
  ctx: Context,
  tx: Tx,
  run: Pick<RunRow, 'task' | 'place'> & { name?: string | null },
): Promise<RunRow | undefined> {
  const inserted = await insertRun(tx, { ...run, createdAt: ctx.clock() });
  if (inserted) await ctx.queue.enqueue(tx, runBackup, { runId: inserted.id });
  return inserted;
}

/** Starts the scheduled backup, also later if no process ran at that time. */
export async function sweepBackups(ctx: Context): Promise<void> {
  const before = await ctx.db.ask(SYSTEM, listRuns);
  const { pending } = await ctx.queue.list(runBackup);
  await ctx.db.as(SYSTEM, async (tx) => {
    const hasJob = (id: string) => pending.some(({ runId }) => runId === id);
    for (const run of before.filter(({ id, state }) => state === 'making' && !hasJob(id)))
      await failRun(ctx, tx, run, 'Overfly was stopped at each try. Back up again.');
    const { backups: plan } = ctx.config;
    if (!plan) return;
    await lockSchedule(tx);
    const now = ctx.clock();
    const last = (await listRuns(tx)).find(({ task }) => task === 'make');
    if (!last || last.createdAt < scheduledTimes(plan, now).last)
      await start(ctx, tx, { task: 'make', place: placeName(plan) });
    // A run either fails, which staff are notified of, or is waiting or running all this time.
    const isOverdue =
      last?.state === 'making' && now.getTime() - last.createdAt.getTime() > OVERDUE_MS;
    if (!isOverdue || last.problem === OVERDUE) return;
    await updateRun(tx, last.id, { problem: OVERDUE });
    await notifyStaff(ctx, tx, 'backup.overdue', OVERDUE);
  });
}

/** False if it has ended. */
export async function failRun(
  ctx: Context,
  tx: Tx,
  { id, task }: Pick<RunRow, 'id' | 'task'>,
  problem: string,
): Promise<boolean> {
  const ended = { state: 'failed', problem, endedAt: ctx.clock() } as const;
  if (!(await updateRun(tx, id, ended))) return false;
  if (task === 'make') await notifyStaff(ctx, tx, 'backup.failed', problem);
  return true;
}

async function notifyStaff(
  ctx: Context,
  tx: Tx,
  type: 'backup.failed' | 'backup.overdue',
  problem: string,
) {
  const personIds = (await listOperators(tx)).map(({ id }) => id);
  await ctx.record(tx, { type, id: null, personIds, detail: { problem } });
}
