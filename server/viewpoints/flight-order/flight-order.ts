import { numberedName, partsOfName } from '#domain/viewpoint-names.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
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
  isNew: boolean;
};

/**
 * Numbers new viewpoints in the order of the flight, not of processing. Viewpoints that staff have edited or clients
 * have seen keep their name and place. The caller has locked the project.
 */
export async function numberByFlight(
  ctx: Pick<Context, 'record'>,
  tx: Tx,
  { fileId, projectId, isNew }: Arrived,
): Promise<void> {
  // Only a viewpoint's first photo decides its place in the flight.
  if (isNew || (await isFirstOfViewpoint(tx, fileId))) await renumber(ctx, tx, projectId);
}

/** Reuses free numbers until the project's first publication. */
export async function renumber(
  ctx: Pick<Context, 'record'>,
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
  // Staff may have given one of these names to another viewpoint.
  if (moved.length === 0 || (await areNamesTaken(tx, projectId, moved))) return;
  await placeViewpoints(tx, moved);
  await ctx.record(tx, { type: 'viewpoints.changed', projectId });
}

const numbersOf = (view: string, all: readonly { name: string }[]): number[] =>
  all.flatMap(({ name }) => {
    const parts = partsOfName(name);
    return parts?.view === view ? [parts.number] : [];
  });

/** Fills gaps: `all` are the numbers in use. Numbers above their count are replaced with the lowest free ones. */
function withoutGaps(own: readonly number[], all: readonly number[]): number[] {
  const free = all.map((_, i) => i + 1).filter((number) => !all.includes(number));
  return own.map((number) => (number > all.length ? (free.shift() ?? number) : number));
}
