import type { Config } from '#server/config.ts';
import type { Database } from '../db/database.ts';
import { profileOf, type Viewer } from '../db/viewer.ts';
import { mustSetUpSecondFactor, findSessionById } from './sessions/session.ts';
import { findApiTokenById } from './sessions/api-token.ts';

export type Recipient =
  | { kind: 'person'; profileId: string }
  | { kind: 'share'; shareLinkId: string };

/** For the system, which needs no signed URLs. URLs signed for this ID open nothing. */
const NO_PROFILE = '00000000-0000-0000-0000-000000000000';

export const recipientOf = (viewer: Viewer): Recipient =>
  viewer.kind === 'share' ? viewer : { kind: 'person', profileId: profileOf(viewer) ?? NO_PROFILE };

type Needs = { db: Database; config: Config; clock: () => Date };

/**
 * Returns null once the session or API token has ended, the person is deactivated, or they must set up a second factor.
 */
export async function viewerOfSession(
  { db, config, clock }: Needs,
  sessionId: string,
): Promise<Viewer | null> {
  const now = clock();
  const session =
    (await findSessionById(db, sessionId, now)) ?? (await findApiTokenById(db, sessionId, now));
  return session && !mustSetUpSecondFactor(config, session) ? session.viewer : null;
}
