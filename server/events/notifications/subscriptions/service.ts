import { AppError } from '#domain/errors.ts';
import type { ViewpointSubscription } from '#domain/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { announceToViewer } from '../service.ts';
import { deleteSubscription, listSubscriptions, saveSubscription } from './queries.ts';

export const subscriptionsOf = (ctx: Context, viewer: Viewer): Promise<ViewpointSubscription[]> =>
  ctx.db.ask(viewer, listSubscriptions);

/** Without a weekday, ends the subscription. Throws VIEWPOINT_NOT_FOUND. */
export const subscribe = (
  ctx: Context,
  viewer: Viewer,
  { viewpointId, weekday }: { viewpointId: string; weekday: number | null },
): Promise<{ viewpointId: string }> =>
  ctx.db.as(viewer, async (tx) => {
    const personId = profileOf(viewer) ?? '';
    if (weekday === null) await deleteSubscription(tx, viewpointId);
    else if (!(await saveSubscription(tx, { viewpointId, personId, weekday, now: ctx.clock() })))
      throw new AppError('VIEWPOINT_NOT_FOUND');
    await announceToViewer(ctx, tx);
    return { viewpointId };
  });
