import { AppError } from '#domain/errors.ts';
import type { Role } from '#domain/roles.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import { insertProfile, isRegistered } from './queries.ts';

export type NewPerson = {
  email: string;
  password: string;
  role: Role;
  /** Null for staff, who belong to no company. */
  companyId: string | null;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
};

const SYSTEM = { kind: 'system' } as const;

/**
 * Makes a person: an account to sign in with and the profile of the same id, both or neither.
 * ALREADY_REGISTERED when the address belongs to somebody, COMPANY_NOT_FOUND without the company.
 */
export async function createPerson(ctx: Context, person: NewPerson): Promise<{ id: string }> {
  const { emailVerified, role, companyId, firstName, lastName } = person;
  const email = person.email.toLowerCase();
  const name = `${firstName} ${lastName}`;
  const passwordHash = await ctx.auth.hashPassword(person.password);
  try {
    return await ctx.db.as(SYSTEM, async (tx) => {
      const account = { email, name, emailVerified, passwordHash };
      const { id } = await ctx.auth.createAccount(tx, account);
      await insertProfile(tx, { id, email, role, companyId, firstName, lastName });
      await audit(tx, 'person.created', { type: 'person', id }, { role, companyId });
      return { id };
    });
  } catch (error) {
    if (brokenConstraint(error) === 'profiles_company_id_fkey') {
      throw new AppError('COMPANY_NOT_FOUND');
    }
    throw error;
  }
}

export const personExists = (ctx: Context, email: string) =>
  ctx.db.as(SYSTEM, (tx) => isRegistered(tx, email.toLowerCase()));
