import type { Invitation, OpenInvitation } from '#domain/invitations.ts';
import type { InvitationRow } from './queries.ts';

export const presentInvitation = (row: InvitationRow): Invitation => ({
  ...presentOpen(row),
  id: row.id,
  phone: row.phone,
  notes: row.notes,
  companyId: row.companyId,
  companyCode: row.companyCode,
  createdAt: row.createdAt.toISOString(),
});

/** What the person who was invited may know. */
export const presentOpen = (row: InvitationRow): OpenInvitation => ({
  role: row.role,
  email: row.email,
  contactName: row.contactName,
  companyName: row.companyName,
  expiresAt: row.expiresAt.toISOString(),
});
