import type { z } from 'zod';
import type { SignUpInput } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { addressChangedMail, verificationMail } from './mail.ts';
import { findCompanyToJoin, findPerson } from './queries.ts';
import { createPersonIn, settleInvitations } from './service.ts';

const SYSTEM = { kind: 'system' } as const;

/** Whether a company code may be joined with; says nothing else of the company. RATE_LIMITED. */
export async function isCompanyCodeValid(ctx: Context, companyCode: string, ipAddress: string) {
  await ctx.auth.limits.companyCode(ipAddress);
  const company = await ctx.db.as(SYSTEM, (tx) => findCompanyToJoin(tx, companyCode));
  return company !== undefined;
}

/**
 * Makes a client account of a company and sends the mail that verifies its address, both or neither.
 * INVALID_COMPANY_CODE, ALREADY_REGISTERED, RATE_LIMITED.
 */
export async function signUp(
  ctx: Context,
  { companyCode, password, ...person }: z.output<typeof SignUpInput>,
  ipAddress: string,
): Promise<{ email: string }> {
  await ctx.auth.limits.signUp(ipAddress);
  const passwordHash = await ctx.auth.hashPassword(password);
  const { email } = person;
  await ctx.db.as(SYSTEM, async (tx) => {
    const company = await findCompanyToJoin(tx, companyCode);
    if (!company) throw new AppError('INVALID_COMPANY_CODE');
    const { id } = await createPersonIn(ctx, tx, {
      ...person,
      role: 'client',
      companyId: company.id,
      emailVerified: false,
      passwordHash,
    });
    const link = { profileId: id, purpose: 'verify-email', email } as const;
    const token = await ctx.auth.tokens.issue(tx, link);
    await ctx.mail.queue(tx, verificationMail(ctx.config, email, token));
  });
  return { email };
}

/**
 * Follows a link that was sent to an address: verifies the one of a new account, or takes the new one
 * of an account that asked for it. LINK_NOT_VALID, also the second time; ALREADY_REGISTERED when
 * somebody else has the address by now.
 */
export const confirmAddress = (ctx: Context, token: string): Promise<{ email: string }> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const link = await ctx.auth.tokens.take(tx, token, ['verify-email', 'change-email']);
    const person = link && (await findPerson(tx, link.profileId));
    if (!person?.isActive || !link?.email) throw new AppError('LINK_NOT_VALID');
    const { profileId: id, email } = link;
    if (link.purpose === 'change-email') {
      await settleInvitations(ctx, tx, email);
      await ctx.auth.setEmail(tx, id, email);
      // Links that lie in the old mailbox open nothing any more.
      await ctx.auth.tokens.drop(tx, id);
      await ctx.mail.queue(tx, addressChangedMail(ctx.config, person.email, email));
    } else {
      if (!(await ctx.auth.markVerified(tx, id, email))) throw new AppError('LINK_NOT_VALID');
      await ctx.auth.tokens.drop(tx, id, ['verify-email']);
    }
    const action = link.purpose === 'change-email' ? 'person.email-changed' : 'person.verified';
    await audit(tx, action, { type: 'person', id });
    await ctx.live.publish(tx, { type: 'person.changed', personId: id });
    return { email };
  });
