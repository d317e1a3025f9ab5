import type { Config } from '#server/config.ts';
import type { Database } from '../db/database.ts';
import { profileOf, type Viewer } from '../db/viewer.ts';
import { mustSetUpSecondFactor } from './second-factor-duty.ts';
import { findSessionById } from './sessions/session.ts';

/** Whom an address is made for. What they may see is asked whenever it is used. */
export type Recipient =
  | { kind: 'person'; profileId: string }
  | { kind: 'share'; shareLinkId: string };

/**
 * The recipient of what is made for a viewer.
 * @throws {Error} for the product itself and for viewers who are nobody: they are sent nothing
 */
export function recipientOf(viewer: Viewer): Recipient {
  if (viewer.kind === 'share') return viewer;
  const profileId = profileOf(viewer);
  if (profileId === null) throw new Error(`No address can be made for a viewer '${viewer.kind}'.`);
  return { kind: 'person', profileId };
}

type Needs = { db: Database; config: Config; clock: () => Date };

/**
 * On whose behalf a session acts at this moment; null once it has ended, its person was deactivated, or they
 * must set up a second factor first: no address leads around that.
 */
export async function viewerOfSession(
  { db, config, clock }: Needs,
  sessionId: string,
): Promise<Viewer | null> {
  const session = await findSessionById(db, sessionId, clock());
  return session && !mustSetUpSecondFactor(config, session) ? session.viewer : null;
}
