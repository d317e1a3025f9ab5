import { lensName } from '#domain/lens.ts';
import { isGeneratedName, numberInName, viewpointName } from '#domain/viewpoint-names.ts';
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
 * Numbers the new viewpoints of a project, held by the caller, in the order in which they were flown, whichever photo
 * was read first; asked for each photo that got a viewpoint. What staff have touched or a client was shown keeps its
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
  const flown = (await listUnseenByFlight(tx, projectId)).filter(({ name }) =>
    isGeneratedName(name),
  );
  const places = flown
    .map(({ name, sortOrder }) => ({ number: numberInName(name), sortOrder }))
    .toSorted((a, b) => a.sortOrder - b.sortOrder);
  const numbers = (await wasPublished(tx, projectId))
    ? places.map(({ number }) => number)
    : withoutGaps(places, await listViewpoints(tx, projectId));
  const moved = flown.flatMap(({ id, name, ...facts }, i) => {
    const { sortOrder = 0 } = places[i] ?? {};
    const called = viewpointName(numbers[i] ?? 0, lensName(facts));
    return called === name ? [] : [{ id, name: called, sortOrder }];
  });
  // Staff may have given such a name to another.
  if (moved.length === 0 || (await areNamesTaken(tx, projectId, moved))) return;
  await placeViewpoints(tx, moved);
  await announce(ctx, tx, projectId);
}

/** The numbers of these viewpoints, where one above the count of `all` is replaced by the lowest that is free. */
function withoutGaps(
  own: readonly { number: number }[],
  all: readonly { name: string }[],
): number[] {
  const taken = new Set(all.map(({ name }) => numberInName(name)));
  const free = all.map((_, i) => i + 1).filter((number) => !taken.has(number));
  return own
    .map(({ number }) => (number > all.length ? (free.shift() ?? number) : number))
    .toSorted((a, b) => a - b);
}
