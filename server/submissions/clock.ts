import { AppError } from '#domain/errors.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { pause, resume } from '#server/submissions/clocks/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { byId, lockedSubmission, withLockedSubmission } from './service.ts';

/** Throws CLOCK_STOPPED after publication, CLOCK_PAUSED if already paused. */
export const pauseClock = (
  ctx: Context,
  viewer: Viewer,
  { id, ...wanted }: { id: string; reason: string; startedAt?: string | undefined },
): Promise<StaffSubmission> =>
  ctx.db.as(viewer, async (tx) => {
    const locked = await lockedSubmission(tx, id);
    const { clock } = await byId(ctx, tx, id);
    if (clock.publishedAt !== null) throw new AppError('CLOCK_STOPPED');
    if (clock.pauses.some(({ endedAt }) => endedAt === null)) throw new AppError('CLOCK_PAUSED');
    await pause(ctx, tx, locked, wanted);
    return byId(ctx, tx, id);
  });

export const resumeClock = withLockedSubmission(async (ctx, tx, locked) => {
  await resume(ctx, tx, locked);
  return byId(ctx, tx, locked.id);
});
