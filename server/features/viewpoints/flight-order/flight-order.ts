import { numberedName, partsOfName } from '#domain/viewpoint-names.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { announce } from '../held.ts';
import {
  areNamesTaken,
  isFirstOfViewpoint,
  listUnseenByFlight,
  placeViewpoints,
} from './queries.ts';

type Arrived = {
  fileId: string;
  projectId: string;
  /** Whether its viewpoint was made for it. */
  isNew: boolean;
};

/**
 * Puts the new viewpoints of a project, held by the caller, in the order in which they were flown, whichever photo
 * was read first, and numbers those of one view by it; asked for each photo that got a viewpoint. What staff have touched or a client was shown keeps its
 * name and place.
 */
export async function numberByFlight(
  ctx: Context,
  tx: Tx,
  { fileId, projectId, isNew }: Arrived,
): Promise<void> {
  // A further photo of a viewpoint says nothing new of when it was first flown to.
  if (!isNew && !(await isFirstOfViewpoint(tx, fileId))) return;
  const flown = (await listUnseenByFlight(tx, projectId)).flatMap((row) => {
    const parts = partsOfName(row.name);
    return parts ? [{ ...row, ...parts }] : [];
  });
  const places = flown.map(({ sortOrder }) => sortOrder).toSorted((a, b) => a - b);
  const numbers = new Map(
    [...Map.groupBy(flown, ({ view }) => view)].map(([view, alike]) => [
      view,
      alike.map(({ number }) => number).toSorted((a, b) => a - b),
    ]),
  );
  const moved = flown.flatMap(({ id, name, view, ...before }, i) => {
    const called = numberedName(view, numbers.get(view)?.shift() ?? before.number);
    const sortOrder = places[i] ?? before.sortOrder;
    return called === name && sortOrder === before.sortOrder
      ? []
      : [{ id, name: called, sortOrder }];
  });
  // Staff may have given such a name to another.
  if (moved.length === 0 || (await areNamesTaken(tx, projectId, moved))) return;
  await placeViewpoints(tx, moved);
  await announce(ctx, tx, projectId);
}
