import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { announce } from '../held.ts';
import { listUnseenByFlight, placeViewpoints } from './queries.ts';

/**
 * Numbers the new viewpoints of a project, held by the caller, in the order in which they were flown, whichever photo
 * was read first. What staff have touched or a client was shown keeps its name and place.
 */
export async function numberByFlight(ctx: Context, tx: Tx, projectId: string): Promise<void> {
  const flown = await listUnseenByFlight(tx, projectId);
  const places = flown
    .map(({ name, sortOrder }) => ({ name, sortOrder }))
    .toSorted((a, b) => a.sortOrder - b.sortOrder);
  const moved = flown.flatMap(({ id, name }, i) => {
    const place = places[i];
    return place && place.name !== name ? [{ id, ...place }] : [];
  });
  if (moved.length === 0) return;
  await placeViewpoints(tx, moved);
  await announce(ctx, tx, projectId);
}
