import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { readManifestLine } from '#server/platform/manifest.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { hashOf } from '#server/platform/storage/copy-object.ts';
import { makeOnDemand, PermanentError, type Progress } from '#server/sharing/artifact/service.ts';
import { backupName, GONE_FILE, KEY_FILE, MANIFEST_FILE, ROWS_FILE } from './format.ts';
import { openPlace, placeName, problemOf, type Place, type BackupConfig } from './place.ts';
import { findRun, forgetFolder, listRuns, updateRun, type RunRow } from './queries.ts';
import { failRun, isKept } from './runs.ts';
import { writeBackup } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
/** Files named in a message. */
const MAX_NAMED = 3;

type Run = { row: RunRow; plan: BackupConfig; place: Place; progress: Progress };
type Result = { files: number; bytes: number | null; problem: string | null };

export async function handleRun(ctx: Context, id: string, job: JobRun): Promise<void> {
  const row = await ctx.db.ask(SYSTEM, (tx) => findRun(tx, id));
  if (row?.state !== 'making') return;
  await makeOnDemand(ctx, {
    table: 'backupRuns',
    id,
    run: job,
    make: (progress) => explained(ctx, row, progress),
    progressed: (percent) => (tx) => updateRun(tx, id, { percent }),
    ready: (result) => (tx) =>
      updateRun(tx, id, { ...result, state: 'ready', percent: 100, endedAt: ctx.clock() }),
    failed: (error) => (tx) => failRun(ctx, tx, row, messageOf(error)),
  });
  await removeSurplus(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'old backups cannot be removed'),
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Rejects with a message for staff. The run shows it while it waits for the next try. */
async function explained(ctx: Context, row: RunRow, progress: Progress): Promise<Result> {
  const { backups: plan } = ctx.config;
  if (!plan) throw new PermanentError('No folder or bucket is set for backups.');
  try {
    const run = { row, plan, place: await openPlace(plan, ctx.config), progress };
    return row.task === 'make' ? await make(ctx, run) : await verify(run);
  } catch (error) {
    if (error instanceof PermanentError || progress.signal.aborted) throw error;
    const found = problemOf(error, plan);
    const problem = found?.message ?? `The backup stopped: ${messageOf(error)}`;
    if (found && !found.isTemporary) throw new PermanentError(problem, { cause: error });
    await ctx.db.as(SYSTEM, (tx) => updateRun(tx, row.id, { problem }));
    throw new Error(problem, { cause: error });
  }
}

async function make(ctx: Context, { row, plan, place, progress }: Run): Promise<Result> {
  const at = placeName(plan);
  // Left by a try that was killed.
  if (row.name !== null && row.place === at) await removeBackup(place, row.name);
  const name = backupName(ctx.clock());
  const onClaimed = () =>
    ctx.db.as(SYSTEM, (tx) => updateRun(tx, row.id, { name, place: at, problem: null }));
  const report = await writeBackup(ctx, place, { name, progress, onClaimed });
  const problem = report.problems.length === 0 ? null : `Not in it: ${named(report.problems)}`;
  return { files: report.files, bytes: report.size, problem };
}

async function verify({ row: { name }, place, progress }: Run): Promise<Result> {
  const manifest = await place.storage.read(`${name}/${MANIFEST_FILE}`).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw new PermanentError(`The backup ${name} is gone or incomplete. Back up again.`);
  });
  const lines = manifest.toString().trim().split('\n').map(readManifestLine);
  const listed = new Set(lines.map((line) => line?.path));
  const wrong = [ROWS_FILE, KEY_FILE, GONE_FILE].filter((file) => !listed.has(file));
  for (const [index, line] of lines.entries()) {
    progress.signal.throwIfAborted();
    progress.setPercent(Math.floor((99 * index) / lines.length));
    const path = line?.path ?? MANIFEST_FILE;
    const key = path.startsWith('../') ? path.slice(3) : `${name}/${path}`;
    if ((await hashOf(place.storage, key)) !== line?.sha256) wrong.push(key);
  }
  if (wrong.length === 0) return { files: lines.length, bytes: null, problem: null };
  throw new PermanentError(
    `${wrong.length} of ${lines.length} files are missing or damaged: ${named(wrong)}. Delete them there and back up again.`,
  );
}

const named = (all: readonly string[]) =>
  [...all.slice(0, MAX_NAMED), ...(all.length > MAX_NAMED ? ['and more'] : [])].join(', ');

/** Removes what failed backups left, and complete ones that are too many. */
async function removeSurplus(ctx: Context): Promise<void> {
  const { backups: plan } = ctx.config;
  if (!plan) return;
  const at = placeName(plan);
  const runs = await ctx.db.ask(SYSTEM, listRuns);
  const isFailed = ({ task, state, place, name }: RunRow) =>
    task === 'make' && state === 'failed' && place === at && name !== null;
  const complete = runs.filter((run) => isKept(run, at));
  const surplus = [...runs.filter(isFailed), ...complete.slice(plan.keep)];
  if (surplus.length === 0) return;
  const place = await openPlace(plan, ctx.config);
  for (const { id, name } of surplus) {
    if (name !== null) await removeBackup(place, name);
    await ctx.db.as(SYSTEM, (tx) => forgetFolder(tx, id));
  }
}

/** Its originals stay, because other backups may need them. */
async function removeBackup({ storage }: Place, name: string): Promise<void> {
  // First, so that it no longer counts as complete.
  await storage.remove(`${name}/${MANIFEST_FILE}`);
  await storage.removeAll(`${name}/`);
}
