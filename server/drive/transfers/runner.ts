import { randomUUID } from 'node:crypto';
import { DRIVE_STOP_REASONS } from '#domain/drive.ts';
import { AppError, ERRORS } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { jobOf } from './jobs.ts';
import { watchTransfer, type ProgressWatch } from './progress.ts';
import {
  claimFile,
  countWaiting,
  isActive,
  setDriveId,
  lockTransfer,
  releaseFiles,
  settleFile,
  updateRunning,
  updateTransfer,
  type Direction,
  type LockedTransfer,
  type TransferFile,
} from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
/** Shorter than the queue's limit of six hours per job. Another job transfers the remaining files. */
const MAX_RUN_MS = 4 * 3600_000;
/** The transfer stops after this many consecutive files without a response. */
const MAX_UNANSWERED = 5;

type DriveStop = (typeof DRIVE_STOP_REASONS)[number];

export type Outcome = {
  state: 'done' | 'already-there';
  fileId: string;
  driveFileId: string;
  sizeBytes?: number;
};
export type TransferOptions = { signal: AbortSignal; onBytes: (bytes: number) => void };
export type TransferFileFn = (file: TransferFile, line: TransferOptions) => Promise<Outcome>;

export type TransferKind = {
  direction: Direction;
  lanes: number;
  /** Errors that end the transfer, because all other files would also fail. */
  stops: readonly DriveStop[];
  open(transfer: LockedTransfer): Promise<TransferFileFn>;
};

/**
 * Transfers the waiting files until they are done or the transfer is canceled or stopped. If a file fails, its error is
 * stored and the others continue. Takes over from a killed or stalled run, which then has no effect anymore. Rejects if
 * the process ends or the database can't be reached, so that the queue retries.
 */
export async function runTransfer(
  ctx: Context,
  carrier: TransferKind,
  id: string,
  run: JobRun,
): Promise<void> {
  const transfer = await startRun(ctx, carrier, id);
  if (!transfer) return;
  const stopped = new AbortController();
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(MAX_RUN_MS), stopped.signal]);
  const watch = watchTransfer(ctx, transfer, () => stopped.abort());
  const work = new TransferRun({
    ctx,
    carrier,
    transfer,
    watch,
    signal,
    stop: () => stopped.abort(),
  });
  try {
    await work.all();
  } catch (error) {
    if (!run.isLastTry || run.signal.aborted) throw error;
    ctx.log.error({ err: error, transferId: id }, 'transfer failed');
    work.problem ??= stopIn(error, DRIVE_STOP_REASONS) ?? 'INTERNAL';
  } finally {
    await watch.stop();
  }
  run.signal.throwIfAborted();
  await finishRun(ctx, transfer, work.problem);
}

const startRun = (ctx: Context, { direction }: TransferKind, id: string) =>
  ctx.db.as(SYSTEM, async (tx) => {
    const transfer = await lockTransfer(tx, id, direction);
    if (transfer?.state !== 'waiting' && transfer?.state !== 'running') return null;
    await releaseFiles(tx, id);
    const runId = randomUUID();
    await updateTransfer(tx, id, { state: 'running', runId, updatedAt: ctx.clock() });
    await ctx.record(tx, { type: 'drive-transfers.changed', ...transfer });
    return { ...transfer, runId };
  });

/** Saves the result unless another run has taken over. Queues another job if files are waiting again. */
export const finishRun = (
  ctx: Context,
  { id, direction, runId }: Pick<LockedTransfer, 'id' | 'direction' | 'runId'>,
  problem: DriveStop | null,
) =>
  ctx.db.as(SYSTEM, async (tx) => {
    const transfer = await lockTransfer(tx, id, direction);
    if (transfer?.state !== 'waiting' && transfer?.state !== 'running') return;
    if (transfer.runId !== runId) return;
    await releaseFiles(tx, id);
    const isLeft = !problem && (await countWaiting(tx, id)) > 0;
    const state = problem ? 'stopped' : isLeft ? 'waiting' : 'done';
    await updateTransfer(tx, id, { state, problem, updatedAt: ctx.clock() });
    if (isLeft) await ctx.queue.enqueue(tx, jobOf(direction), { transferId: id });
    const isImported = !isLeft && direction === 'import';
    const type = isImported ? 'submission.drive-import-ended' : 'drive-transfers.changed';
    await ctx.record(tx, { type, ...transfer });
  });

type Parts = {
  ctx: Context;
  carrier: TransferKind;
  transfer: LockedTransfer;
  watch: ProgressWatch;
  signal: AbortSignal;
  stop: () => void;
};

class TransferRun {
  problem: DriveStop | null = null;
  #failuresInRow = 0;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async all(): Promise<void> {
    const { carrier, transfer, stop } = this.#parts;
    let carry: TransferFileFn;
    try {
      carry = await carrier.open(transfer);
    } catch (error) {
      this.problem = this.#stopReason(error);
      if (this.problem) return;
      throw error;
    }
    const lane = () =>
      this.#runLane(carry).catch((error: unknown) => {
        stop();
        throw error;
      });
    const lanes = await Promise.allSettled(Array.from({ length: carrier.lanes }, lane));
    const failed = lanes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  async #runLane(carry: TransferFileFn): Promise<void> {
    const { ctx, transfer, signal, watch } = this.#parts;
    while (!signal.aborted) {
      const file = await ctx.db.as(SYSTEM, (tx) => claimFile(tx, transfer.id));
      if (!file) return;
      try {
        const onBytes = (bytes: number) => watch.tell(file.id, bytes);
        await this.#recordOutcome(file, await carry(file, { signal, onBytes }));
        this.#failuresInRow = 0;
      } catch (error) {
        await this.#fail(file, error);
      }
      watch.tell(file.id);
    }
  }

  #recordOutcome({ id, resourceKey }: TransferFile, outcome: Outcome) {
    const { ctx } = this.#parts;
    const { fileId, driveFileId } = outcome;
    const link = ctx.drive.webUrl({ id: driveFileId, isFolder: false, resourceKey });
    return ctx.db.as(SYSTEM, async (tx) => {
      await setDriveId(tx, fileId, driveFileId, link);
      await settleFile(tx, id, outcome);
    });
  }

  async #fail(file: TransferFile, error: unknown): Promise<void> {
    const { ctx, transfer, signal, stop } = this.#parts;
    // The next run retries the file.
    if (signal.aborted) return;
    if (!(await ctx.db.as(SYSTEM, (tx) => isActive(tx, transfer)))) return stop();
    if (error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE') throw error;
    this.problem ??= this.#stopReason(error);
    if (this.problem) return stop();
    const isReadable = error instanceof AppError;
    if (!isReadable) ctx.log.error({ err: error, fileId: file.id }, 'failed to transfer a file');
    const problem = isReadable ? error.message : ERRORS.INTERNAL[1];
    await ctx.db.as(SYSTEM, (tx) => updateRunning(tx, file.id, { state: 'failed', problem }));
  }

  #stopReason(error: unknown): DriveStop | null {
    const isUnanswered = error instanceof AppError && error.code === 'DRIVE_UNREACHABLE';
    if (isUnanswered && ++this.#failuresInRow >= MAX_UNANSWERED) return 'DRIVE_UNREACHABLE';
    return stopIn(error, this.#parts.carrier.stops);
  }
}

const stopIn = (error: unknown, stops: readonly DriveStop[]): DriveStop | null =>
  (error instanceof AppError && stops.find((code) => code === error.code)) || null;
