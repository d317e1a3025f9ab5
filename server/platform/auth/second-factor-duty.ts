import { isStaffRole, type Role } from '#domain/roles.ts';
import type { Config } from '#server/config.ts';
import type { RequestSession } from './sessions/session.ts';

type Duty = Pick<Config, 'staffTwoFactor'>;
type Factor = Pick<RequestSession, 'hasSecondFactor'> & { user: { role: Role } };

/** Whether the settings ask a second factor of this person that they have not set up yet. */
export const mustSetUpSecondFactor = ({ staffTwoFactor }: Duty, session: Factor): boolean =>
  staffTwoFactor === 'required' && isStaffRole(session.user.role) && !session.hasSecondFactor;

/** Whether a session that was read for a request is held back for that reason. */
export const isHeldBack = ({ viewer }: Pick<RequestSession, 'viewer'>): boolean =>
  viewer.kind === 'anonymous';
