import type { z } from 'zod';
import type { SignUpInput } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import { verificationMail } from './mail.ts';
import { findCompanyToJoin } from './queries.ts';
import { createPersonIn } from './service.ts';

const SYSTEM = { kind: 'system' } as const;

/** Reveals nothing else about the company. Throws RATE_LIMITED. */
export async function isCompanyCodeValid(ctx: Context, companyCode: string, ipAddress: string) {
  await ctx.auth.limits.companyCode(ipAddress);
  const company = await ctx.db.as(SYSTEM, (tx) => findCompanyToJoin(tx, companyCode));
  return company !== undefined;
}

/** Also sends the verification email. Throws INVALID_COMPANY_CODE, ALREADY_REGISTERED, or RATE_LIMITED. */
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
  return { email: readableEmail(email) };
}
