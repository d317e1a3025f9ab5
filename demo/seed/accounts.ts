import { isPublished, PUBLISHED_PASSWORD } from '#domain/passwords.ts';
import type { Role } from '#domain/roles.ts';
import { SAMPLE_OPERATOR } from '#domain/setup.ts';
import { createPersonIn } from '#server/people/accounts/service.ts';
import { createCompany } from '#server/projects/companies/service.ts';
import { checkPassword } from '#server/platform/auth/passwords.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/platform/context.ts';
import { findPerson, listCompanies, markSample } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;

export const COMPANIES: readonly {
  companyCode: string;
  companyName: string;
  description: string;
}[] = [
  {
    companyCode: 'DEMO001',
    companyName: 'Brazos Builders (sample)',
    description: 'Sample data. General contractor with four projects in central Texas.',
  },
  {
    companyCode: 'DEMO002',
    companyName: 'Trinity Developments (sample)',
    description: 'Sample data. Developer of one site in Dallas.',
  },
];

type Sample = {
  email: string;
  role: Role;
  companyCode: string | null;
  firstName: string;
  lastName: string;
};

export const operatorOf = ({ operatorEmail }: Pick<Config, 'operatorEmail'>) =>
  operatorEmail ?? SAMPLE_OPERATOR;

const people = (config: Pick<Config, 'operatorEmail'>): Sample[] => [
  {
    email: operatorOf(config),
    role: 'operator',
    companyCode: null,
    firstName: 'Olivia',
    lastName: 'Reyes (sample)',
  },
  {
    email: 'admin@overfly.example',
    role: 'admin',
    companyCode: null,
    firstName: 'Amir',
    lastName: 'Novak (sample)',
  },
  {
    email: 'pm@overfly.example',
    role: 'project_manager',
    companyCode: null,
    firstName: 'Petra',
    lastName: 'Lindqvist (sample)',
  },
  {
    email: 'client@overfly.example',
    role: 'client',
    companyCode: 'DEMO001',
    firstName: 'Carla',
    lastName: 'Mendez (sample)',
  },
  {
    email: 'other@overfly.example',
    role: 'client',
    companyCode: 'DEMO002',
    firstName: 'Owen',
    lastName: 'Banks (sample)',
  },
];

/** Creates missing sample companies and accounts. All accounts have DEMO_PASSWORD. */
export async function seedAccounts(ctx: Context): Promise<void> {
  const ids = new Map(
    (await ctx.db.as(SYSTEM, listCompanies)).map(({ companyCode, id }) => [companyCode, id]),
  );
  for (const company of COMPANIES) {
    if (ids.has(company.companyCode)) continue;
    const { id } = await createCompany(ctx, SYSTEM, company);
    ids.set(company.companyCode, id);
  }
  const ownIds = COMPANIES.flatMap(({ companyCode }) => ids.get(companyCode) ?? []);
  await ctx.db.as(SYSTEM, (tx) => markSample(tx, ownIds));
  const passwordHash = await ctx.auth.hashPassword(ctx.config.demo.password);
  for (const { companyCode, ...person } of people(ctx.config)) {
    if (await ctx.db.as(SYSTEM, (tx) => findPerson(tx, person.email))) continue;
    const companyId = companyCode === null ? null : (ids.get(companyCode) ?? null);
    await ctx.db.as(SYSTEM, async (tx) => {
      const account = { ...person, companyId, passwordHash, emailVerified: true };
      await markSample(tx, [(await createPersonIn(ctx, tx, account)).id]);
    });
  }
}

/**
 * Sets DEMO_PASSWORD, if it was changed, for sample accounts that still have the published password, and ends their
 * sessions. Passwords chosen by people stay.
 */
export async function updateSamplePasswords(ctx: Context): Promise<void> {
  const { auth, config, db } = ctx;
  if (isPublished(config.demo.password)) return;
  const passwordHash = await auth.hashPassword(config.demo.password);
  for (const { email } of people(config)) {
    const account = await checkPassword(db, email, PUBLISHED_PASSWORD);
    if (!account) continue;
    await db.as(SYSTEM, async (tx) => {
      await auth.setPassword(tx, account.id, passwordHash);
      await auth.sessions.endAll(tx, account.id, null);
    });
  }
}
