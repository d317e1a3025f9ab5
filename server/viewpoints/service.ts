import { setTimeout as delay } from 'node:timers/promises';
import type { EventOf } from '#domain/events.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { numberByFlight } from './flight-order/flight-order.ts';
import { registerPhoto } from './jobs.ts';

export { bestViewsIn, comparisonIn, compareWeek } from './comparison/comparison.ts';
export { historyIn, viewpointFor, viewpointsOf } from './history/history.ts';
export { numberByFlight, renumber } from './flight-order/flight-order.ts';
export { assignPhotos, createViewpoint, releasePhotos } from './assign.ts';
export { leaveViewpoints } from './leave.ts';
export {
  changeViewpoint,
  chooseReference,
  mergeViewpoint,
  orderViewpoints,
  removeViewpoint,
  splitViewpoint,
} from './tend.ts';
export { partLenses } from './lenses/part-lenses.ts';
export { viewpointsOfSubmission } from './history/of-submission.ts';
export { unplacedPhotosOf } from './unplaced/unplaced.ts';

/** Has a photo laid on the reference of its viewpoint once the transaction is done. */
export const askForRegistration = (ctx: Pick<Context, 'queue'>, tx: Tx, fileId: string) =>
  ctx.queue.enqueue(tx, registerPhoto, { fileId });

/** Gives a photo's new viewpoint its number and name, and has the photo laid on its reference. */
export async function orderAndRegister(
  ctx: Pick<Context, 'queue' | 'record'>,
  tx: Tx,
  { file: { id: fileId, projectId }, viewpointId, isNew }: EventOf<'photo.placed'>,
): Promise<void> {
  if (projectId === null) return;
  if (viewpointId) await numberByFlight(ctx, tx, { fileId, projectId, isNew });
  // One without a position is looked for by its pictures.
  await askForRegistration(ctx, tx, fileId);
}

/** Resolves once no photo waits to be laid on the reference of its viewpoint; a worker must be running. */
export async function untilRegistered({ queue }: Pick<Context, 'queue'>): Promise<void> {
  while ((await queue.list(registerPhoto)).pending.length > 0) await delay(500);
}
