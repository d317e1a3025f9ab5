import type { Config } from '#server/config.ts';
import type { Database } from '../db/database.ts';
import { profileOf, type Viewer } from '../db/viewer.ts';
import { mustSetUpSecondFactor } from './second-factor-duty.ts';
import { findActivePerson } from './sessions/queries.ts';
import { viewerOfPerson } from './sessions/session.ts';

/** Whom an address is made for. What they may see is asked at every request. */
export type Recipient =
  | { kind: 'person'; profileId: string }
  | { kind: 'share'; shareLinkId: string };

/** The recipient of what is made for a viewer; null for viewers to whom nothing can be sent. */
export function recipientOf(viewer: Viewer): Recipient | null {
  if (viewer.kind === 'share') return viewer;
  const profileId = profileOf(viewer);
  return profileId === null ? null : { kind: 'person', profileId };
}

type Needs = { db: Database; config: Config };

/**
 * On whose behalf a recipient's request runs; null for a person who is unknown or deactivated, or who
 * must set up a second factor first: no address leads around that.
 */
export const viewerFor = async (ctx: Needs, recipient: Recipient): Promise<Viewer | null> =>
  recipient.kind === 'share' ? recipient : findViewer(ctx, recipient.profileId);

/** What a person may see at this moment, without a session. */
async function findViewer({ db, config }: Needs, profileId: string): Promise<Viewer | null> {
  const person = await findActivePerson(db, profileId);
  if (!person) return null;
  const { role, hasSecondFactor, seenCompanyId } = person;
  const isHeldBack = mustSetUpSecondFactor(config, { user: { role }, hasSecondFactor });
  return isHeldBack ? null : viewerOfPerson(profileId, role, seenCompanyId);
}
