import type { Context } from '#server/platform/context.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { reportKey, presetKey } from '#server/platform/storage/storage.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { ReportContent, type Lie, type Picture } from './content.ts';
import { renderReport } from './document.ts';
import { findReportToMake, updateReport } from './queries.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A picture as JPEG, which PDF holds as it is, laid on the frame of its pair if it is of one; null when it is gone.
 * Rejects when the machine is at fault.
 */
async function loadPicture(
  { storage, decoder }: Pick<Context, 'storage' | 'decoder'>,
  { fileId, preset }: Picture,
  lie: Lie | null = null,
): Promise<Buffer | null> {
  const key = presetKey(fileId, preset);
  if ((await storage.size(key)) === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'overfly-report-'));
  try {
    const made = join(folder, 'picture.jpg');
    await storage.withLocalFile(key, (path) =>
      lie
        ? decoder.makeFilmFrame(frameOf(lie, { path, folder, made }))
        : decoder.makeJpeg(path, made),
    );
    return await readFile(made);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Paths = { path: string; folder: string; made: string };

/** The frame is all covered: it is the part that both photos of the pair show. */
const frameOf = ({ photo, matrix, frame }: Lie, paths: Paths) => ({
  ...paths,
  photo,
  matrix,
  film: frame,
  gain: 1,
  under: null,
  label: null,
  isJpeg: true as const,
});

const SYSTEM = { kind: 'system' } as const;
/** How often it is written down how far a report is, milliseconds. */
const PROGRESS_MS = 1000;

/**
 * Makes the PDF of a report and keeps it; afterwards the report is ready, or failed after the last try. One
 * that is made already, or was removed, is left alone. Rejects so that the queue tries again.
 */
export async function makeAskedReport(ctx: Context, id: string, run: JobRun): Promise<void> {
  const report = await ctx.db.as(SYSTEM, (tx) => findReportToMake(tx, id));
  if (!report) return;
  try {
    const bytes = await renderReport(ReportContent.parse(report.content), {
      madeAt: report.createdAt,
      load: (picture, lie) => loadPicture(ctx, picture, lie),
      onPercent: progressOf(ctx, id, run),
    });
    await ctx.storage.put(reportKey(id), bytes);
    await settle(ctx, id, { state: 'ready', percent: 100, fileSize: bytes.length });
  } catch (error) {
    if (!run.isLastTry || run.signal.aborted) throw error;
    ctx.log.error({ err: error, reportId: id }, 'report given up');
    await settle(ctx, id, { state: 'failed', percent: 0, fileSize: null });
  }
}

type Outcome = { state: 'ready' | 'failed'; percent: number; fileSize: number | null };

/** Ends the making. A report that was removed meanwhile leaves no bytes. */
const settle = (ctx: Context, id: string, outcome: Outcome) =>
  ctx.db.as(SYSTEM, async (tx) => {
    const isThere = await updateReport(tx, id, { ...outcome, updatedAt: ctx.clock() });
    if (!isThere) await ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [id] });
  });

function progressOf(ctx: Context, id: string, { signal }: JobRun) {
  let last = Date.now();
  return async (percent: number): Promise<void> => {
    signal.throwIfAborted();
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    await ctx.db.as(SYSTEM, (tx) =>
      updateReport(tx, id, { state: 'making', percent, fileSize: null, updatedAt: ctx.clock() }),
    );
  };
}
