import type { Invitation } from '#domain/invitations.ts';
import { nameOf, type Person } from '#domain/people.ts';
import { isStaffRole, type Role } from '#domain/roles.ts';

export const PEOPLE_FILTERS = ['active', 'deactivated', 'invited', 'staff'] as const;
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];

/** A line of the list: somebody with an account, or somebody who was invited to have one. */
export type PeopleRow = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  companyName: string | null;
  companyCode: string | null;
  /** When the account was made; null of who has none yet. */
  registeredAt: string | null;
  status: 'active' | 'deactivated' | 'invited' | 'expired';
  /** Whether there is an account of whose address nobody has shown that it is theirs. */
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
  status: Date.parse(invitation.expiresAt) > now.getTime() ? 'invited' : 'expired',
  isUnverified: false,
  person: null,
  invitation,
});

const FITS: Record<PeopleFilter, (row: PeopleRow) => boolean> = {
  active: ({ role, status }) => !isStaffRole(role) && status === 'active',
  deactivated: ({ role, status }) => !isStaffRole(role) && status === 'deactivated',
  invited: ({ invitation }) => invitation !== null,
  staff: ({ role, person }) => isStaffRole(role) && person !== null,
};

/**
 * The lines of a filter whose name, e-mail, phone, company or company code contains the text,
 * without regard to case.
 */
export function choosePeople(
  rows: readonly PeopleRow[],
  { filter, search }: { filter: PeopleFilter; search: string },
): PeopleRow[] {
  const wanted = search.trim().toLowerCase();
  return rows
    .filter(FITS[filter])
    .filter(({ name, email, phone, companyName, companyCode }) =>
      [name, email, phone, companyName, companyCode].some((field) =>
        field?.toLowerCase().includes(wanted),
      ),
    );
}
