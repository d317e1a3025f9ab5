import { z } from 'zod';
import { Email } from './accounts.ts';
import { Id, Instant, line, optionalLine, optionalText, Role } from './fields.ts';
import { listQuery } from './pages.ts';
import { NewPassword } from './passwords.ts';

export const INVITATION_DAYS = 7;

export const InvitedContact = z.object({
  contactName: line().min(1, 'Contact name is required.').max(200),
  email: Email,
  phone: optionalLine(50),
  notes: optionalText(2000),
});

export const InvitationInput = InvitedContact.extend({
  role: Role.default('client'),
  companyId: Id.nullish().transform((id) => id ?? null),
})
  .refine(({ role, companyId }) => role !== 'client' || Boolean(companyId), {
    error: 'Please select a company.',
    path: ['companyId'],
    // Also runs if other fields are invalid, so that a form shows all errors at once.
    when: () => true,
  })
  .transform((input) => ({
    ...input,
    companyId: input.role === 'client' ? input.companyId : null,
  }));

export const InvitationObstacle = z.enum(['company-inactive', 'inviter-no-admin']);
export type InvitationObstacle = z.infer<typeof InvitationObstacle>;

export const Invitation = z.object({
  id: Id,
  role: Role,
  email: z.string(),
  contactName: z.string().nullable(),
  phone: z.string().nullable(),
  notes: z.string().nullable(),
  companyId: Id.nullable(),
  companyCode: z.string().nullable(),
  companyName: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  obstacle: InvitationObstacle.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const INVITATION_SORTS = ['name', 'email', 'phone', 'company', 'status'] as const;

/** Searches name, email, phone, company, and company code. Sorting by `status` puts the earliest expiry first. */
export const InvitationsQuery = listQuery(INVITATION_SORTS);

export const InvitationsPage = z.object({ invitations: z.array(Invitation), found: z.int() });
export type InvitationsPage = z.infer<typeof InvitationsPage>;

export const OpenInvitation = Invitation.pick({
  role: true,
  email: true,
  contactName: true,
  companyName: true,
  expiresAt: true,
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

export const Acceptance = z.object({
  firstName: line().min(1, 'First name is required.').max(100),
  lastName: line().min(1, 'Last name is required.').max(100),
  password: NewPassword,
});
