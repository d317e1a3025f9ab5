import { lensName } from '#domain/lens.ts';
import { isGeneratedName, numberInName, viewpointName } from '#domain/viewpoint-names.ts';
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
 * Numbers the new viewpoints of a project, held by the caller, in the order in which they were flown, whichever photo
 * was read first; asked for each photo that got a viewpoint. What staff have touched or a client was shown keeps its
 * name and place.
 */
export async function numberByFlight(
  ctx: Context,
  tx: Tx,
  { fileId, projectId, isNew }: Arrived,
): Promise<void> {
  // A further photo of a viewpoint says nothing new of when it was first flown to.
  if (!isNew && !(await isFirstOfViewpoint(tx, fileId))) return;
  const flown = (await listUnseenByFlight(tx, projectId)).filter(({ name }) =>
    isGeneratedName(name),
  );
  const places = flown
    .map(({ name, sortOrder }) => ({ number: numberInName(name), sortOrder }))
    .toSorted((a, b) => a.sortOrder - b.sortOrder);
  const moved = flown.flatMap(({ id, name, ...facts }, i) => {
    const { number = 0, sortOrder = 0 } = places[i] ?? {};
    const called = viewpointName(number, lensName(facts));
    return called === name ? [] : [{ id, name: called, sortOrder }];
  });
  // Staff may have given such a name to another.
  if (moved.length === 0 || (await areNamesTaken(tx, projectId, moved))) return;
  await placeViewpoints(tx, moved);
  await announce(ctx, tx, projectId);
}
