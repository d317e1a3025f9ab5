import type { z } from 'zod';
import { byteSize } from '#domain/byte-size.ts';
import { isNearQuota } from '#domain/companies.ts';
import type {
  CompaniesPage,
  CompaniesQuery,
  Company,
  CompanyChange,
  CompanyInput,
  CompanyUse,
} from '#domain/companies.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentCompany } from './present.ts';
import {
  countCompanies,
  findCompany,
  insertCompany,
  listClientIds,
  listMatching,
  listQuotas,
  lockCompany,
  lockQuota,
  sumOriginals,
  sumWithUploads,
  updateCompany,
  type CompanyRow,
  type QuotaHome,
} from './queries.ts';

export const readCompaniesPage = (
  ctx: Context,
  viewer: Viewer,
  query: z.output<typeof CompaniesQuery>,
): Promise<CompaniesPage> =>
  ctx.db.as(viewer, async (tx) => {
    const rows = await listMatching(tx, query);
    const { found, ...counts } = await countCompanies(tx, query);
    const used = await usedOf(tx, rows);
    const companies = rows.map((row) => ({
      ...presentCompany(row),
      usedBytes: used.get(row.id) ?? null,
    }));
    return { companies, found, counts };
  });

async function usedOf(tx: Tx, rows: readonly CompanyRow[]): Promise<Map<string, number>> {
  const limited = rows.filter(({ quotaBytes }) => quotaBytes !== null).map(({ id }) => id);
  const quotas = limited.length > 0 ? await listQuotas(tx, limited) : [];
  return new Map(quotas.map(({ id, usedBytes }) => [id, usedBytes]));
}

/** Throws COMPANY_NOT_FOUND. */
export const companyFor = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<Company> => ctx.db.ask(viewer, (tx) => companyById(tx, id));

/** Throws COMPANY_NOT_FOUND. */
export const companyUsage = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<CompanyUse> =>
  ctx.db.as(viewer, async (tx) => {
    const { quotaBytes } = await companyById(tx, id);
    return { usedBytes: await sumOriginals(tx, id), quotaBytes };
  });

export const companiesNearQuota = async (tx: Tx) =>
  (await listQuotas(tx)).filter(({ usedBytes, quotaBytes }) => isNearQuota(usedBytes, quotaBytes));

/** Locks the company's quota until the transaction ends. Throws QUOTA_REACHED with a message that names `what`. */
export async function assertWithinQuota(
  tx: Tx,
  home: QuotaHome,
  bytes: number,
  what = 'this file',
): Promise<void> {
  const company = await lockQuota(tx, home);
  if (!company) return;
  const { companyName, quotaBytes, id } = company;
  const used = await sumWithUploads(tx, id);
  if (used + bytes <= quotaBytes) return;
  throw new AppError(
    'QUOTA_REACHED',
    `${companyName} has used ${byteSize(used, Math.floor)} of ${byteSize(quotaBytes)}, so there isn't enough space for ${what}. ` +
      'Raise the limit under Company Management, or delete files for good in the trash.',
  );
}

/** Throws COMPANY_CODE_TAKEN. */
export async function createCompany(
  ctx: Context,
  viewer: Viewer,
  input: z.output<typeof CompanyInput>,
) {
  try {
    return await ctx.db.as(viewer, async (tx) => {
      const { id } = await insertCompany(tx, input);
      const detail = { companyCode: input.companyCode };
      await ctx.record(tx, { type: 'company.created', id, detail });
      return companyById(tx, id);
    });
  } catch (error) {
    if (brokenConstraint(error) === 'companies_company_code_key')
      throw new AppError('COMPANY_CODE_TAKEN');
    throw error;
  }
}

/** Clients of a deactivated company lose access unless `clientsHaveAccess` is true. Throws COMPANY_NOT_FOUND. */
export async function changeCompany(
  ctx: Context,
  viewer: Viewer,
  { id, ...input }: { id: string } & z.output<typeof CompanyChange>,
) {
  const changes = withAccess(input);
  try {
    return await ctx.db.as(viewer, async (tx) => {
      const before = await lockCompany(tx, id);
      if (!before) throw new AppError('COMPANY_NOT_FOUND');
      const different = changedFields(before, changes);
      if (!different) return companyById(tx, id);
      await updateCompany(tx, id, changes);
      // The audience includes clients who lose access with this change.
      const audience = { companyId: id, profileIds: await listClientIds(tx, id) };
      await ctx.record(tx, { type: 'company.changed', id, detail: different, audience });
      return companyById(tx, id);
    });
  } catch (error) {
    if (brokenConstraint(error) === 'companies_active_has_access') {
      throw new AppError('INVALID_INPUT', 'Clients of an active company always have access.');
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
