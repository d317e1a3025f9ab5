import { SESSION_TIMING } from '#domain/session-timing.ts';
import type { Database } from '../../db/database.ts';
import { removeEnded, removeSuperseded } from './queries.ts';

/**
 * Lets go of sessions that are over, and of secrets that lasting ones have had: after so long no
 * browser sends them any more, and they open nothing either way.
 */
export async function sweepSessions(database: Database, now: Date): Promise<void> {
  await removeEnded(database, now);
  await removeSuperseded(database, new Date(now.getTime() - SESSION_TIMING.idle * 1000));
}
