import { AppError } from '#domain/errors.ts';
import type { AttemptOrigin } from '#server/platform/auth/attempt-limits.ts';
import type { Context } from '#server/platform/context.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import { sendAccountLink } from './jobs.ts';
import { passwordChangedMail, recoveryMail, verificationMail } from './mail.ts';
import { findPerson, findPersonByEmail } from './queries.ts';
import { transferAccount, endOpenInvitations } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
type LinkPurpose = 'verify-email' | 'recover-password';

/**
 * Does the same work for unknown addresses and after too many links. Throws RATE_LIMITED, even for unknown addresses.
 */
export async function requestLink(
  ctx: Context,
  purpose: LinkPurpose,
  stranger: AttemptOrigin,
): Promise<{ sent: true }> {
  const { email } = stranger;
  if (await ctx.auth.limits.link(purpose, stranger)) {
    await ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, sendAccountLink, { purpose, email }));
  }
  return { sent: true };
}

export const registerAccountJobs = (ctx: Context): Promise<void> =>
  ctx.queue.work(sendAccountLink, ({ purpose, email }) => sendLink(ctx, purpose, email));

const sendLink = (ctx: Context, purpose: LinkPurpose, email: string): Promise<void> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person?.isActive) return;
    const isVerifying = purpose === 'verify-email';
    if (isVerifying && (await ctx.auth.isVerified(tx, person.id))) return;
    const token = await ctx.auth.tokens.issue(tx, { profileId: person.id, purpose, email });
    const mail = isVerifying ? verificationMail : recoveryMail;
    await ctx.mail.queue(tx, mail(ctx.config, email, token));
  });

/** The link proves access to the mailbox, so it also verifies the address. Ends all sessions. Throws LINK_NOT_VALID. */
export async function recoverPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  // Hashing is slow on purpose, so the link is checked first.
  const link = await ctx.db.as(SYSTEM, (tx) =>
    ctx.auth.tokens.peek(tx, token, ['recover-password']),
  );
  if (!link) throw new AppError('LINK_NOT_VALID');
  const passwordHash = await ctx.auth.hashPassword(password);
  return ctx.db.as(SYSTEM, async (tx) => {
    const taken = await ctx.auth.tokens.take(tx, token, ['recover-password']);
    const person = taken && (await findPerson(tx, taken.profileId));
    if (!person?.isActive) throw new AppError('LINK_NOT_VALID');
    const { id, email } = person;
    if (taken?.email !== email) throw new AppError('LINK_NOT_VALID');
    if (!(await transferAccount(ctx, tx, person, passwordHash)))
      await endOpenInvitations(ctx, tx, email);
    await ctx.mail.queue(tx, passwordChangedMail(ctx.config, email));
    await ctx.record(tx, { type: 'person.password-recovered', id });
    return { email: readableEmail(email) };
  });
}
