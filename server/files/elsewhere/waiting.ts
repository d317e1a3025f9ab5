import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { lockProject, type FileRow } from '../queries.ts';
import { findElsewhere, isHomeKnown } from './elsewhere.ts';
import { findHome, listWaiting, listWithWaiting } from './queries.ts';

type Needs = Pick<Context, 'record'>;

const SYSTEM = { kind: 'system' } as const;

/** Assigns viewpoints to waiting photos whose place was confirmed or turned out to be on the project's site. */
export async function placeWaiting(ctx: Context): Promise<void> {
  for (const { submissionId, projectId } of await ctx.db.as(SYSTEM, listWithWaiting))
    await ctx.db.as(SYSTEM, async (tx) => {
      if (await lockProject(tx, projectId)) await reconsider(ctx, tx, submissionId);
    });
}

/**
 * Checks other files again, because each new file can change where most were taken. The caller has locked the project.
 */
export async function reconsiderOthers(
  ctx: Needs,
  tx: Tx,
  { submissionId, latitude }: Pick<FileRow, 'submissionId' | 'latitude'>,
): Promise<void> {
  if (submissionId === null || latitude === null) return;
  const home = await findHome(tx, submissionId);
  if (home && !isHomeKnown(home)) await reconsider(ctx, tx, submissionId);
}

async function reconsider(ctx: Needs, tx: Tx, submissionId: string): Promise<void> {
  const known = await findElsewhere(tx, submissionId);
  if (!known) return;
  const open = known.found.filter(({ file }) => !file.isPlaceConfirmed);
  const far = open.map(({ file }) => file.id);
  if (!isHomeKnown(known.project) && far.length > 0)
    await ctx.record(tx, { type: 'photos.found-elsewhere', fileIds: far });
  for (const photo of await listWaiting(tx, submissionId)) {
    const { id: fileId, projectId } = photo;
    if (far.includes(fileId) || projectId === null) continue;
    await ctx.record(tx, { type: 'photo.located', fileId, projectId, isElsewhere: false });
    await ctx.record(tx, { type: 'file.changed', file: photo });
  }
}
