import { groupByLens, lensName } from '#domain/lens.ts';
import { isGeneratedName, nextViewpointName, VIEWPOINT_NAME_MAX } from '#domain/viewpoint-names.ts';
import { lockProject } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { queueAlignment, lensOf } from '../viewpoint-changes.ts';
import { listViewpoints, releaseReferences } from '../history/queries.ts';
import {
  findToSplit,
  insertAfter,
  listPhotosToSplit,
  listWithoutLens,
  moveAsOwner,
  setLens,
  type PhotoToSplit,
  type ViewpointToSplit,
} from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const BATCH_SIZE = 100;

/** Splits old viewpoints that mix lenses, except those to which staff have assigned photos. */
export async function splitByLens(ctx: Context): Promise<void> {
  for (const { id, projectId } of await ctx.db.as(SYSTEM, (tx) => listWithoutLens(tx, BATCH_SIZE)))
    await ctx.db.as(SYSTEM, async (tx) => {
      if (!(await lockProject(tx, projectId))) return;
      const viewpoint = await findToSplit(tx, id);
      if (viewpoint) await splitViewpoint(ctx, tx, viewpoint);
    });
}

async function splitViewpoint(ctx: Context, tx: Tx, viewpoint: ViewpointToSplit): Promise<void> {
  const groups = groupByLens(await listPhotosToSplit(tx, viewpoint.id));
  const isKept = (group: readonly PhotoToSplit[]) =>
    viewpoint.isReferenceChosen && group.some(({ id }) => id === viewpoint.referenceId);
  const main = groups.find(isKept) ?? groups[0];
  const [first] = main ?? [];
  await setLens(tx, viewpoint.id, first ? { ...lensOf(first), lens: first.lens } : UNKNOWN);
  if (viewpoint.hasLearnedPoses) return;
  for (const group of groups) {
    // Photos without a position stay, because they were placed by staff or by image matching.
    const placed = group.filter(({ latitude }) => latitude !== null);
    if (group !== main && placed.length > 0) await move(ctx, tx, viewpoint, placed);
  }
}

const UNKNOWN = { lens: 'unknown', focalLength: null, equivalentFocalLength: null } as const;

/** The new viewpoint comes right after the old one, and is hidden if the old one is. */
async function move(ctx: Context, tx: Tx, from: ViewpointToSplit, photos: readonly PhotoToSplit[]) {
  const { projectId } = from;
  const [first] = photos;
  if (!first) return;
  const names = (await listViewpoints(tx, projectId)).map(({ name }) => name);
  const name = nameNextTo(from.name, names, first);
  const made = await insertAfter(tx, from, { name, ...lensOf(first) });
  const ids = photos.map(({ id }) => id);
  await moveAsOwner(tx, made.id, ids);
  await releaseReferences(tx, projectId);
  await queueAlignment(ctx, tx, ids);
  const detail = { from: from.name, photos: ids.length };
  await ctx.record(tx, { type: 'viewpoint.split', ...made, name, detail, projectId });
}

/** For example, 'North gate zoom' for 'North gate'. A generated name if the viewpoint has one. */
function nameNextTo(name: string, names: readonly string[], photo: PhotoToSplit): string {
  const wished = `${name} ${lensName(photo) ?? 'wide'}`;
  const isFree = wished.length <= VIEWPOINT_NAME_MAX && !names.includes(wished);
  return isFree && !isGeneratedName(name) ? wished : nextViewpointName(names, photo);
}
