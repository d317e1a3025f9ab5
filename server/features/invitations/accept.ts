import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Acceptance, OpenInvitation } from '#domain/invitations.ts';
import { isStaffRole, may } from '#domain/roles.ts';
import { createPersonIn, hasAccount } from '#server/features/accounts/service.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/http/session.ts';
import { presentOpen } from './present.ts';
import {
  findInvitation,
  lockByTokenHash,
  updateInvitation,
  type InvitationRow,
} from './queries.ts';
import { announce, subject } from './service.ts';

const SYSTEM = { kind: 'system' } as const;

/**
 * What a link is for. INVITATION_NOT_VALID, INVITATION_EXPIRED, INVITATION_REVOKED or INVITATION_USED
 * say in words why it cannot be accepted, and ADDRESS_HAS_ACCOUNT.
 */
export const openInvitation = (ctx: Context, token: string): Promise<OpenInvitation> =>
  ctx.db.as(SYSTEM, async (tx) => presentOpen(await usable(ctx, tx, token)));

/**
 * Makes the account that an invitation is for, verified: whoever has the link reads the mail of the
 * address. Once, also when two try at the same moment. Errors as above.
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  { password, firstName, lastName }: z.output<typeof Acceptance>,
): Promise<{ email: string }> {
  // Hashing is slow on purpose: nobody makes the server do it without a good link.
  await openInvitation(ctx, token);
  const passwordHash = await ctx.auth.hashPassword(password);
  try {
    return await ctx.db.as(SYSTEM, async (tx) => {
      const { id, email, role, companyId, phone, notes } = await usable(ctx, tx, token);
      const person = { email, role, companyId, phone, notes, firstName, lastName };
      // First: an account that is made ends the invitations of its address that are still open.
      await updateInvitation(tx, id, { acceptedAt: ctx.clock() });
      const made = await createPersonIn(ctx, tx, { ...person, emailVerified: true, passwordHash });
      await audit(tx, 'invitation.accepted', subject(id), { personId: made.id, role, companyId });
      await announce(ctx, tx, id);
      return { email };
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'ALREADY_REGISTERED') {
      throw new AppError('ADDRESS_HAS_ACCOUNT');
    }
    throw error;
  }
}

/** The invitation of a link, locked, if it can be accepted at this moment. */
async function usable(ctx: Context, tx: Tx, token: string): Promise<InvitationRow> {
  const locked = await lockByTokenHash(tx, hashToken(token));
  const invitation = locked && (await findInvitation(tx, locked.id));
  if (!invitation) throw new AppError('INVITATION_NOT_VALID');
  if (invitation.acceptedAt) throw new AppError('INVITATION_USED');
  if (await hasAccount(tx, invitation.email)) throw new AppError('ADDRESS_HAS_ACCOUNT');
  if (invitation.revokedAt || isOutdated(invitation)) throw new AppError('INVITATION_REVOKED');
  if (invitation.expiresAt <= ctx.clock()) throw new AppError('INVITATION_EXPIRED');
  return invitation;
}

/** Nobody joins a company that takes no new people, or staff by the word of who is no admin any more. */
function isOutdated(invitation: InvitationRow): boolean {
  const { role, companyIsActive, invitedBy, inviterRole, inviterIsActive } = invitation;
  if (!isStaffRole(role)) return companyIsActive !== true;
  // By whoever runs the installation.
  if (invitedBy === null) return false;
  return !inviterIsActive || inviterRole === null || !may(inviterRole, 'staff.manage');
}
