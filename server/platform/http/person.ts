import type { Role } from '#domain/roles.ts';
import type { Database } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import type { Viewer } from '../db/viewer.ts';
import { SEEN_COMPANY, viewerOfPerson } from './session.ts';

const FIND = {
  name: 'person-by-id',
  text: `select p.role, ${SEEN_COMPANY} as company_id
         from profiles p join auth.users u on u.id = p.id
         left join companies c on c.id = p.company_id
         where p.id = $1 and p.is_active`,
};

/** What a person may see at this moment, without a session; null when unknown or deactivated. */
export async function findViewer(database: Database, profileId: string): Promise<Viewer | null> {
  const [row] = await ownerQuery<{ role: Role; company_id: string | null }>(database, {
    ...FIND,
    values: [profileId],
  });
  return row ? viewerOfPerson(profileId, row.role, row.company_id) : null;
}
