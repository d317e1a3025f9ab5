import type { Invitation, InvitationObstacle, OpenInvitation } from '#domain/invitations.ts';
import { isStaffRole, may } from '#domain/roles.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import type { InvitationRow } from './queries.ts';

export const presentInvitation = (row: InvitationRow): Invitation => ({
  ...presentOpen(row),
  id: row.id,
  phone: row.phone,
  notes: row.notes,
  companyId: row.companyId,
  companyCode: row.companyCode,
  createdAt: row.createdAt.toISOString(),
  obstacle: obstacleOf(row),
});

export const presentOpen = (row: InvitationRow): OpenInvitation => ({
  role: row.role,
  email: readableEmail(row.email),
  contactName: row.contactName,
  companyName: row.companyName,
  expiresAt: row.expiresAt.toISOString(),
});

/** A client's company must be active; for staff, the inviter must still be an admin. */
export function obstacleOf(row: InvitationRow): InvitationObstacle | null {
  const { role, companyIsActive, invitedBy, inviterRole, inviterIsActive } = row;
  if (!isStaffRole(role)) return companyIsActive === true ? null : 'company-inactive';
  // Invited by the server's administrator.
  if (invitedBy === null) return null;
  const isByAdmin = inviterIsActive && inviterRole !== null && may(inviterRole, 'staff.manage');
  return isByAdmin ? null : 'inviter-no-admin';
}
