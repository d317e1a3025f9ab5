import type { Config } from '#server/config.ts';
import type { Database } from '../db/database.ts';
import { profileOf, type Viewer } from '../db/viewer.ts';
import { mustSetUpSecondFactor, findSessionById } from './sessions/session.ts';
import { findApiTokenById } from './sessions/api-token.ts';

/** Whom an address is made for. What they may see is asked whenever it is used. */
export type Recipient =
  | { kind: 'person'; profileId: string }
  | { kind: 'share'; shareLinkId: string };

/** In the place of a person for the product itself, which needs no addresses: one made for it opens nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The recipient of what is made for a viewer. */
export const recipientOf = (viewer: Viewer): Recipient =>
  viewer.kind === 'share' ? viewer : { kind: 'person', profileId: profileOf(viewer) ?? NOBODY };

type Needs = { db: Database; config: Config; clock: () => Date };

/**
 * On whose behalf a session, or an API token, of that id acts at this moment; null once it has ended, its person was deactivated, or they
 * must set up a second factor first: no address leads around that.
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
