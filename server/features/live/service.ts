import type { LiveEvent } from '#domain/live.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { isProjectVisible } from './queries.ts';

/** Whether this viewer may learn that something changed: staff all, others what they see. */
export async function mayHear(ctx: Context, viewer: Viewer, event: LiveEvent): Promise<boolean> {
  if (viewer.kind === 'staff') return true;
  if (event.type === 'company.changed' || event.type === 'file.changed') return false;
  return ctx.db.as(viewer, (tx) => isProjectVisible(tx, event.projectId));
}
