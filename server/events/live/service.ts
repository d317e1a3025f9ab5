import type { Audience } from '#domain/live.ts';
import type { Context } from '#server/platform/context.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import type { Notice } from '#server/platform/live/live.ts';
import { isVisible } from './queries.ts';

/** Events that only the person concerned receives, not all staff. */
const PERSONAL_EVENTS: ReadonlySet<string> = new Set([
  'notifications.changed',
  'downloads.changed',
]);

/** Staff receive all events except personal ones; clients receive events about things they can see. */
export async function mayReceive(
  ctx: Context,
  viewer: Viewer,
  { event, audience }: Notice,
): Promise<boolean> {
  if (viewer.kind === 'staff' && !PERSONAL_EVENTS.has(event.type)) return true;
  if (audience) return isInAudience(audience, viewer);
  switch (event.type) {
    case 'project.changed':
    case 'viewpoints.changed':
    case 'visits.changed':
    case 'pins.changed':
      return ctx.db.ask(viewer, (tx) => isVisible(tx, 'projects', event.projectId));
    case 'submission.changed':
    case 'file.changed':
    case 'measurements.changed':
      return ctx.db.ask(viewer, (tx) => isVisible(tx, 'submissions', event.submissionId));
    default:
      return false;
  }
}

const isInAudience = ({ companyId, profileIds }: Audience, viewer: Viewer) =>
  profileIds.includes(profileOf(viewer) ?? '') ||
  (viewer.kind === 'client' && companyId !== null && viewer.companyId === companyId);
