import type { Invitation, InvitationObstacle } from '#domain/invitations.ts';
import { nameOf, type Person } from '#domain/people.ts';
import type { Role } from '#domain/roles.ts';
import type { ListChoice } from '#web/lib/list-choice.ts';

export const PEOPLE_VIEWS = ['active', 'deactivated', 'invited', 'staff'] as const;
export type PeopleView = (typeof PEOPLE_VIEWS)[number];
export type PeopleChoice = ListChoice & { view: PeopleView };

export type PeopleRow = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  companyName: string | null;
  companyCode: string | null;
  registeredAt: string | null;
  status: 'active' | 'deactivated' | 'invited' | 'expired' | 'blocked';
  isUnverified: boolean;
} & ({ person: Person; invitation: null } | { person: null; invitation: Invitation });

export const ofPerson = (person: Person): PeopleRow => ({
  id: person.id,
  name: nameOf(person),
  email: person.email,
  phone: person.phone,
  role: person.role,
  companyName: person.companyName,
  companyCode: person.companyCode,
  registeredAt: person.createdAt,
  status: person.isActive ? 'active' : 'deactivated',
  isUnverified: !person.emailVerified,
  person,
  invitation: null,
});

export const ofInvitation = (invitation: Invitation, now: Date): PeopleRow => ({
  id: invitation.id,
  name: invitation.contactName ?? invitation.email,
  email: invitation.email,
  phone: invitation.phone,
  role: invitation.role,
  companyName: invitation.companyName,
  companyCode: invitation.companyCode,
  registeredAt: null,
  status: statusOf(invitation, now),
  isUnverified: false,
  person: null,
  invitation,
});

/** An expired invitation must be sent again, even if something else also blocks it. */
function statusOf({ expiresAt, obstacle }: Invitation, now: Date) {
  if (Date.parse(expiresAt) <= now.getTime()) return 'expired';
  return obstacle ? 'blocked' : 'invited';
}

const OBSTACLES: Record<InvitationObstacle, string> = {
  'company-inactive': 'Company is not active',
  'inviter-no-admin': 'The sender is no longer an admin. Resend it.',
};

export const obstacleMessage = ({ obstacle }: Invitation): string | null =>
  obstacle && OBSTACLES[obstacle];
