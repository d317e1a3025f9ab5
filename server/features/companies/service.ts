import type { z } from 'zod';
import type { Company, CompanyChange, CompanyInput } from '#domain/companies.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { audit } from '#server/platform/audit.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentCompany } from './present.ts';
import {
  findCompany,
  insertCompany,
  listClientIds,
  listCompanies,
  updateCompany,
} from './queries.ts';

export const companiesFor = (ctx: Context, viewer: Viewer): Promise<Company[]> =>
  ctx.db.ask(viewer, async (tx) => (await listCompanies(tx)).map(presentCompany));

/** Adds a company. The database decides whether the code is free: COMPANY_CODE_TAKEN. */
export async function createCompany(
  ctx: Context,
  viewer: Viewer,
  input: z.output<typeof CompanyInput>,
) {
  try {
    return await ctx.db.as(viewer, async (tx) => {
      const { id } = await insertCompany(tx, input);
      await audit(
        tx,
        'company.created',
        { type: 'company', id },
        { companyCode: input.companyCode },
      );
      await ctx.live.publish(tx, { type: 'company.changed', companyId: id });
      return companyById(tx, id);
    });
  } catch (error) {
    if (brokenConstraint(error) === 'companies_company_code_key')
      throw new AppError('COMPANY_CODE_TAKEN');
    throw error;
  }
}

/**
 * Changes a company. One that is deactivated takes no new people; whether those it has keep their
 * access is `clientsHaveAccess`, and they lose it when nothing is said. COMPANY_NOT_FOUND.
 */
export async function changeCompany(
  ctx: Context,
  viewer: Viewer,
  id: string,
  input: z.output<typeof CompanyChange>,
) {
  const changes = withAccess(input);
  try {
    return await ctx.db.as(viewer, async (tx) => {
      const { numUpdatedRows } = await updateCompany(tx, id, changes);
      if (!numUpdatedRows) throw new AppError('COMPANY_NOT_FOUND');
      await audit(tx, 'company.changed', { type: 'company', id }, changes);
      // Its clients hear of it, also those who see nothing of it afterwards.
      const audience = { companyId: id, profileIds: await listClientIds(tx, id) };
      await ctx.live.publish(tx, { type: 'company.changed', companyId: id }, audience);
      return companyById(tx, id);
    });
  } catch (error) {
    if (brokenConstraint(error) === 'companies_active_has_access') {
      throw new AppError('INVALID_INPUT', 'The clients of an active company always have access.');
    }
    throw error;
  }
}

function withAccess({ isActive, ...rest }: z.output<typeof CompanyChange>) {
  if (isActive === undefined) return rest;
  return { ...rest, isActive, clientsHaveAccess: isActive || (rest.clientsHaveAccess ?? false) };
}

async function companyById(tx: Tx, id: string) {
  const row = await findCompany(tx, id);
  if (!row) throw new AppError('COMPANY_NOT_FOUND');
  return presentCompany(row);
}
