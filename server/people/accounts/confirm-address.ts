import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken } from '#server/platform/crypto.ts';
import type { RequestSession } from '#server/platform/auth/sessions/session.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import { addressChangedMail } from './mail.ts';
import { findPerson } from './queries.ts';
import { endOpenInvitations } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
const PURPOSES = ['verify-email', 'change-email'] as const;

type FollowedLink = { token: string; password?: string | undefined };

/**
 * The link only proves who reads the mailbox (docs/decisions/0017), so a session or the password is also required.
 * Throws LINK_NOT_VALID, LINK_NEEDS_PASSWORD, WRONG_PASSWORD, RATE_LIMITED, or ALREADY_REGISTERED. /
 */
export async function confirmAddress(
  ctx: Context,
  followed: FollowedLink,
  session: RequestSession | null,
): Promise<{ email: string }> {
  await assertOwnAccount(ctx, followed, session);
  return ctx.db.as(SYSTEM, async (tx) => {
    const link = await ctx.auth.tokens.take(tx, followed.token, PURPOSES);
    const person = link && (await findPerson(tx, link.profileId));
    if (!person?.isActive || !link?.email) throw new AppError('LINK_NOT_VALID');
    const { profileId: id, email } = link;
    await endOpenInvitations(ctx, tx, email);
    if (link.purpose === 'change-email') {
      await ctx.auth.setEmail(tx, id, email);
      // Links in the old mailbox must stop working.
      await ctx.auth.tokens.drop(tx, id);
      await ctx.mail.queue(tx, addressChangedMail(ctx.config, person.email, email));
    } else {
      if (!(await ctx.auth.markVerified(tx, id, email))) throw new AppError('LINK_NOT_VALID');
      await ctx.auth.tokens.drop(tx, id, ['verify-email']);
    }
    const type = link.purpose === 'change-email' ? 'person.email-changed' : 'person.verified';
    await ctx.record(tx, { type, id });
    return { email: readableEmail(email) };
  });
}

/** Password attempts are counted per link. */
async function assertOwnAccount(
  ctx: Context,
  { token, password }: FollowedLink,
  session: RequestSession | null,
): Promise<void> {
  const person = await ctx.db.as(SYSTEM, async (tx) => {
    const link = await ctx.auth.tokens.peek(tx, token, PURPOSES);
    return link && (await findPerson(tx, link.profileId));
  });
  if (!person?.isActive) throw new AppError('LINK_NOT_VALID');
  if (session?.user.id === person.id) return;
  if (password === undefined) throw new AppError('LINK_NEEDS_PASSWORD');
  await ctx.auth.confirmPassword(hashToken(token), { email: person.email, password });
}
