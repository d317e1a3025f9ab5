import type { BinTarget } from '#domain/bin.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import {
  cancelMissedSchedules,
  findDeletedContainer,
  findDuplicate,
  lockItem,
  unmarkDeleted,
} from './queries.ts';
import { binCutoff } from './cutoff.ts';

/**
 * Throws NOT_IN_BIN, HOME_IN_BIN (restore its project or submission first) or TWIN_EXISTS (a file was uploaded again).
 */
export async function restoreFromBin(
  ctx: Context,
  viewer: Viewer,
  thing: BinTarget,
): Promise<BinTarget> {
  try {
    return await ctx.db.as(viewer, (tx) => restoreIn(ctx, tx, thing));
  } catch (error) {
    if (!UNIQUE_HASH_KEYS.has(brokenConstraint(error) ?? '')) throw error;
    // The same file was uploaded during the restore.
    throw new AppError('TWIN_EXISTS', undefined, { cause: error });
  }
}

/** For people without access to the bin. Throws NOT_IN_BIN if someone else deleted it. */
export async function restoreOwn(ctx: Context, tx: Tx, thing: BinTarget): Promise<void> {
  const item = await lockItem(tx, thing, binCutoff(ctx));
  if (item?.deletedBy !== profileOf(viewerOf(tx))) throw new AppError('NOT_IN_BIN');
  await restoreIn(ctx, tx, thing);
}

const UNIQUE_HASH_KEYS = new Set(['files_project_sha256_key', 'files_company_sha256_key']);

async function restoreIn(ctx: Context, tx: Tx, thing: BinTarget): Promise<BinTarget> {
  const { kind, id } = thing;
  const item = await lockItem(tx, thing, binCutoff(ctx));
  if (!item) throw new AppError('NOT_IN_BIN');
  const home = await findDeletedContainer(tx, thing);
  if (home) {
    throw new AppError(
      'HOME_IN_BIN',
      `The ${home.kind} “${home.name}” is also in the trash. Restore it first.`,
    );
  }
  const twin = await findDuplicate(tx, thing);
  if (twin) throw new AppError('TWIN_EXISTS', duplicateText(twin));
  await cancelMissedSchedules(tx, thing, ctx.clock());
  await unmarkDeleted(tx, thing);
  const { name, projectId } = item;
  if (kind === 'company') {
    const audience = { companyId: id, profileIds: [] };
    await ctx.record(tx, { type: 'company.restored-from-bin', id, name, audience });
  } else if (kind === 'pin') {
    const { isInternal = false } = item;
    await ctx.record(tx, {
      type: 'pin.restored-from-bin',
      id,
      name,
      projectId: projectId ?? '',
      isInternal,
    });
  } else if (kind === 'file' || projectId === null) {
    await ctx.record(tx, { type: 'file.restored-from-bin', id, name, file: { id, ...item } });
  } else {
    await ctx.record(tx, { type: `${kind}.restored-from-bin`, id, name, projectId });
    if (kind === 'submission') await ctx.record(tx, { type: 'project.refilled', id: projectId });
  }
  return { kind, id };
}

function duplicateText({
  fileName,
  place,
  count,
}: NonNullable<Awaited<ReturnType<typeof findDuplicate>>>) {
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  const where = place === null ? '' : ` (now in “${place}”)`;
  const [verb, them] = count === 1 ? ['has', 'it'] : ['have', 'them'];
  return `“${fileName}”${others} ${verb} since been uploaded again${where}. Delete ${them} there first, then restore this.`;
}
