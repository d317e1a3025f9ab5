import { numberedName, partsOfName } from '#domain/viewpoint-names.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { announce } from '../held.ts';
import { listViewpoints } from '../history/queries.ts';
import {
  areNamesTaken,
  isFirstOfViewpoint,
  listUnseenByFlight,
  placeViewpoints,
  wasPublished,
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
  ctx: Pick<Context, 'live'>,
  tx: Tx,
  { fileId, projectId, isNew }: Arrived,
): Promise<void> {
  // A further photo of a viewpoint says nothing new of when it was first flown to.
  if (isNew || (await isFirstOfViewpoint(tx, fileId))) await renumber(ctx, tx, projectId);
}

/** The same after photos have left viewpoints. While clients have seen nothing, numbers left free are taken again. */
export async function renumber(
  ctx: Pick<Context, 'live'>,
  tx: Tx,
  projectId: string,
): Promise<void> {
  const flown = (await listUnseenByFlight(tx, projectId)).flatMap((row) => {
    const parts = partsOfName(row.name);
    return parts ? [{ ...row, ...parts }] : [];
  });
  const places = flown.map(({ sortOrder }) => sortOrder).toSorted((a, b) => a - b);
  const all = (await wasPublished(tx, projectId)) ? null : await listViewpoints(tx, projectId);
  const numbers = new Map(
    [...Map.groupBy(flown, ({ view }) => view)].map(([view, alike]) => {
      const own = alike.map(({ number }) => number);
      const free = all === null ? own : withoutGaps(own, numbersOf(view, all));
      return [view, free.toSorted((a, b) => a - b)];
    }),
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

const numbersOf = (view: string, all: readonly { name: string }[]): number[] =>
  all.flatMap(({ name }) => {
    const parts = partsOfName(name);
    return parts?.view === view ? [parts.number] : [];
  });

/** These numbers, where one above the count of `all` of the view is replaced by the lowest that is free. */
function withoutGaps(own: readonly number[], all: readonly number[]): number[] {
  const free = all.map((_, i) => i + 1).filter((number) => !all.includes(number));
  return own.map((number) => (number > all.length ? (free.shift() ?? number) : number));
}
