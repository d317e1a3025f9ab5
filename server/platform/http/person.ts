import type { Role } from '#domain/roles.ts';
import type { Database } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { profileOf, type Viewer } from '../db/viewer.ts';
import { SEEN_COMPANY, viewerOfPerson } from './session.ts';

const FIND = {
  name: 'person-by-id',
  text: `select p.role, ${SEEN_COMPANY} as company_id
         from profiles p join auth.users u on u.id = p.id
         left join companies c on c.id = p.company_id
         where p.id = $1 and p.is_active`,
};

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

/** On whose behalf a recipient's request runs; null for a person who is unknown or deactivated. */
export const viewerFor = async (database: Database, recipient: Recipient): Promise<Viewer | null> =>
  recipient.kind === 'share' ? recipient : findViewer(database, recipient.profileId);

/** What a person may see at this moment, without a session; null when unknown or deactivated. */
async function findViewer(database: Database, profileId: string): Promise<Viewer | null> {
  const [row] = await ownerQuery<{ role: Role; company_id: string | null }>(database, {
    ...FIND,
    values: [profileId],
  });
  return row ? viewerOfPerson(profileId, row.role, row.company_id) : null;
}
