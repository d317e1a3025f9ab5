import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Acceptance, OpenInvitation } from '#domain/invitations.ts';
import { hasAccount } from '#server/people/accounts/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/crypto.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import { obstacleOf, presentOpen } from './present.ts';
import { findInvitation, lockByTokenHash, type InvitationRow } from './queries.ts';
import { createInvitedAccount, type Accepted } from './service.ts';

const SYSTEM = { kind: 'system' } as const;

/** Throws INVITATION_NOT_VALID, INVITATION_EXPIRED, INVITATION_REVOKED, INVITATION_USED, or ADDRESS_HAS_ACCOUNT. */
export const openInvitation = (ctx: Context, token: string): Promise<OpenInvitation> =>
  ctx.db.as(SYSTEM, async (tx) => presentOpen(await lockUsableInvitation(ctx, tx, token)));

/** The link proves access to the mailbox, so the account is verified. Errors as in `openInvitation`. */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  { password, ...names }: z.output<typeof Acceptance>,
): Promise<{ email: string }> {
  // Hashing is slow on purpose, so the link is checked first.
  await openInvitation(ctx, token);
  const accepted = { ...names, passwordHash: await ctx.auth.hashPassword(password) };
  try {
    return await accept(ctx, token, accepted);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ALREADY_REGISTERED')) throw error;
    // Someone has just signed up with this address; the second attempt finds that account.
    return accept(ctx, token, accepted);
  }
}

const accept = (ctx: Context, token: string, accepted: Accepted): Promise<{ email: string }> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const invitation = await lockUsableInvitation(ctx, tx, token);
    await createInvitedAccount(ctx, tx, invitation, accepted);
    return { email: readableEmail(invitation.email) };
  });

/** Locks the invitation and checks that it can be accepted now. */
async function lockUsableInvitation(ctx: Context, tx: Tx, token: string): Promise<InvitationRow> {
  const locked = await lockByTokenHash(tx, hashToken(token));
  const invitation = locked && (await findInvitation(tx, locked.id));
  if (!invitation) throw new AppError('INVITATION_NOT_VALID');
  if (invitation.acceptedAt) throw new AppError('INVITATION_USED');
  if (await hasAccount(tx, invitation.email)) throw new AppError('ADDRESS_HAS_ACCOUNT');
  if (invitation.revokedAt || obstacleOf(invitation)) throw new AppError('INVITATION_REVOKED');
  if (invitation.expiresAt <= ctx.clock()) throw new AppError('INVITATION_EXPIRED');
  return invitation;
}
