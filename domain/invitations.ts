import { z } from 'zod';
import { Email } from './accounts.ts';
import { Id, Instant, line, optionalLine, optionalText, Role } from './fields.ts';
import { listQuery } from './pages.ts';
import { NewPassword } from './passwords.ts';

/** How long a link that was sent by mail is good for, in days. */
export const INVITATION_DAYS = 7;

export const InvitationInput = z
  .object({
    role: Role.default('client'),
    companyId: Id.nullish().transform((id) => id ?? null),
    contactName: line().min(1, 'Contact name is required.').max(200),
    email: Email,
    phone: optionalLine(50),
    notes: optionalText(2000),
  })
  .refine(({ role, companyId }) => role !== 'client' || Boolean(companyId), {
    error: 'Please select a company.',
    path: ['companyId'],
    // Also when another field is wrong, so that a form shows all that is.
    when: () => true,
  })
  // Staff belong to no company.
  .transform((input) => ({
    ...input,
    companyId: input.role === 'client' ? input.companyId : null,
  }));

/** Why an invitation cannot be accepted though it is open, for as long as that lasts. */
export const InvitationObstacle = z.enum(['company-inactive', 'inviter-no-admin']);
export type InvitationObstacle = z.infer<typeof InvitationObstacle>;

/** An invitation that was neither accepted nor revoked, as staff see it. */
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

/** Searched are name, email, phone, company and its code; by `status`, what ends first stands first. */
export const InvitationsQuery = listQuery(INVITATION_SORTS);

/** A page of invitations; `found` is how many match on all pages. */
export const InvitationsPage = z.object({ invitations: z.array(Invitation), found: z.int() });
export type InvitationsPage = z.infer<typeof InvitationsPage>;

/** What the person who was invited reads before they accept. */
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
