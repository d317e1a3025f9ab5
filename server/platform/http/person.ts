import type { Role } from '#domain/roles.ts';
import type { Context } from '../context.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { profileOf, type Viewer } from '../db/viewer.ts';
import { mustSetUpSecondFactor } from './second-factor-duty.ts';
import { SEEN_COMPANY, viewerOfPerson } from './session.ts';

const FIND = {
  name: 'person-by-id',
  text: `select p.role, u.has_second_factor, ${SEEN_COMPANY} as company_id
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

type Needs = Pick<Context, 'db' | 'config'>;

/**
 * On whose behalf a recipient's request runs; null for a person who is unknown or deactivated, or who
 * must set up a second factor first: no address leads around that.
 */
export const viewerFor = async (ctx: Needs, recipient: Recipient): Promise<Viewer | null> =>
  recipient.kind === 'share' ? recipient : findViewer(ctx, recipient.profileId);

type Row = { role: Role; has_second_factor: boolean; company_id: string | null };

/** What a person may see at this moment, without a session. */
async function findViewer({ db, config }: Needs, profileId: string): Promise<Viewer | null> {
  const [row] = await ownerQuery<Row>(db, { ...FIND, values: [profileId] });
  if (!row) return null;
  const { role, has_second_factor: hasSecondFactor } = row;
  const isHeldBack = mustSetUpSecondFactor(config, { user: { role }, hasSecondFactor });
  return isHeldBack ? null : viewerOfPerson(profileId, role, row.company_id);
}
