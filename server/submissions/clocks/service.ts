import { AppError } from '#domain/errors.ts';
import type { ClockOverview } from '#domain/overview.ts';
import { readClock, RECORD_WEEKS, clockRecordOf } from '#domain/publication-clock.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf } from '#server/platform/db/viewer.ts';
import { presentClock } from './present.ts';
import {
  endPause,
  insertPause,
  saveFirstPublication,
  listRunningClocks,
  listStoppedClocks,
} from './queries.ts';

export { presentClock } from './present.ts';
export { lastCapture, pausesOf } from './queries.ts';

type Timing = Pick<Context, 'clock'>;
type ClockContext = Pick<Context, 'clock' | 'record'>;
type Subject = { id: string; projectId: string; title: string };
const WEEK_MS = 7 * 86_400_000;

const eventSubject = ({ id, projectId, title }: Subject) => ({ id, projectId, name: title });

/** The caller has locked the draft. Throws INVALID_INPUT for a time in the future. */
export async function pause(
  ctx: ClockContext,
  tx: Tx,
  submission: Subject,
  { reason, startedAt }: { reason: string; startedAt?: string | undefined },
): Promise<void> {
  const now = ctx.clock();
  const start = startedAt === undefined ? now : new Date(startedAt);
  if (start > now) throw new AppError('INVALID_INPUT', 'A pause cannot start in the future.');
  const startedBy = profileOf(viewerOf(tx));
  await insertPause(tx, { submissionId: submission.id, reason, startedAt: start, startedBy });
  const detail = { reason, since: start.toISOString() };
  await ctx.record(tx, { type: 'submission.clock-paused', ...eventSubject(submission), detail });
}

export async function resume(ctx: ClockContext, tx: Tx, submission: Subject): Promise<void> {
  const by = profileOf(viewerOf(tx));
  const detail = await endPause(tx, submission.id, { at: ctx.clock(), by });
  if (!detail) return;
  await ctx.record(tx, { type: 'submission.clock-resumed', ...eventSubject(submission), detail });
}

export async function stopClock(ctx: ClockContext, tx: Tx, submission: Subject): Promise<void> {
  await resume(ctx, tx, submission);
  await saveFirstPublication(tx, submission.id, ctx.clock());
}

/** Returns overdue and nearly due drafts, and how often submissions were published on time. */
export async function readClocks({ clock: clockNow }: Timing, tx: Tx): Promise<ClockOverview> {
  const now = clockNow();
  const drafts = (await listRunningClocks(tx)).map(
    ({ id, title, projectName, timeZone, ...row }) => {
      const clock = presentClock(row);
      return { id, title, projectName, timeZone, clock, reading: readClock(clock, now) };
    },
  );
  const due = drafts.filter(({ reading }) => reading && reading.state !== 'running');
  const since = new Date(now.getTime() - RECORD_WEEKS * WEEK_MS);
  const stopped = (await listStoppedClocks(tx, since)).map(presentClock);
  return {
    drafts: due.toSorted((a, b) => (b.reading?.hours ?? 0) - (a.reading?.hours ?? 0)),
    record: clockRecordOf([...drafts.map(({ clock }) => clock), ...stopped], now),
  };
}
