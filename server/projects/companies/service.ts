import type { z } from 'zod';
import { byteSize } from '#domain/byte-size.ts';
import { isNearQuota } from '#domain/companies.ts';
import type {
  CompaniesPage,
  CompaniesQuery,
  Company,
  CompanyChange,
  CompanyContents,
  CompanyInput,
  CompanyUse,
} from '#domain/companies.ts';
import { AppError } from '#domain/errors.ts';
import { isTypedName } from '#domain/projects.ts';
import { putInBin } from '#server/projects/bin/service.ts';
import { updateProject } from '#server/projects/queries.ts';
import type { Context } from '#server/platform/context.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentCompany } from './present.ts';
import {
  countCompanies,
  countContents,
  deleteCompany,
  findCompany,
  insertCompany,
  isCodeTaken,
  listAudienceIds,
  listDuplicateFileIds,
  listMatching,
  listNameClashes,
  listQuotas,
  lockCompany,
  lockQuota,
  lockToRemove,
  moveContents,
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
export const createCompany = (ctx: Context, viewer: Viewer, input: z.output<typeof CompanyInput>) =>
  withCodeErrors(() => ctx.db.as(viewer, (tx) => createCompanyIn(ctx, tx, input)));

/** Inside `withCodeErrors`. */
export async function createCompanyIn(ctx: Context, tx: Tx, input: z.output<typeof CompanyInput>) {
  const { companyCode, companyName: name } = input;
  // Also in the trash, and codes of merged companies.
  if (await isCodeTaken(tx, companyCode)) throw new AppError('COMPANY_CODE_TAKEN');
  const { id } = await insertCompany(tx, input);
  await ctx.record(tx, { type: 'company.created', id, name, detail: { companyCode } });
  return companyById(tx, id);
}

export async function withCodeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
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
      const audience = { companyId: id, profileIds: await listAudienceIds(tx, id) };
      const { companyName: name = before.companyName } = changes;
      await ctx.record(tx, { type: 'company.changed', id, name, detail: different, audience });
      return companyById(tx, id);
    });
  } catch (error) {
    if (brokenConstraint(error) === 'companies_active_has_access') {
      throw new AppError('INVALID_INPUT', 'Clients of an active company always have access.');
    }
    throw error;
  }
}

/** COMPANY_NOT_FOUND. */
export const companyContents = (
  ctx: Context,
  viewer: Viewer,
  { id, intoId }: { id: string; intoId?: string | undefined },
): Promise<CompanyContents> =>
  ctx.db.as(viewer, async (tx) => {
    await companyById(tx, id);
    const renamedProjects = intoId ? await listNameClashes(tx, id, intoId) : [];
    return { ...(await countContents(tx, id)), renamedProjects };
  });

/** Its clients keep their accounts but see nothing until it is restored. COMPANY_NOT_FOUND, NAME_DOES_NOT_MATCH. */
export const removeCompany = (
  ctx: Context,
  viewer: Viewer,
  { id, typedName }: { id: string; typedName: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    const [{ companyName: name }] = await lockNamed(tx, [id], typedName);
    const audience = { companyId: id, profileIds: await listAudienceIds(tx, id) };
    const files = await putInBin(ctx, tx, { kind: 'company', id });
    await ctx.record(tx, { type: 'company.put-in-bin', id, name, detail: { files }, audience });
    return { id, binDays: ctx.config.binDays };
  });

/**
 * Moves everything to the other company, including the bin, and deletes this one. The codes of an active company
 * continue to work. COMPANY_NOT_FOUND, NAME_DOES_NOT_MATCH, INVALID_INPUT, QUOTA_REACHED.
 */
export const mergeCompany = (
  ctx: Context,
  viewer: Viewer,
  { id, intoId, typedName }: { id: string; intoId: string; typedName: string },
): Promise<Company> =>
  ctx.db.as(viewer, async (tx) => {
    const [from, into] = await lockNamed(tx, [id, intoId], typedName);
    if (!into?.isActive || into.id === id)
      throw new AppError('INVALID_INPUT', 'Choose another active company to merge into.');
    await assertWithinQuota(tx, { companyId: intoId }, await sumWithUploads(tx, id), 'these files');
    const { projects, clients, files } = await countContents(tx, id);
    const renamed = await listNameClashes(tx, id, intoId);
    for (const project of renamed) await updateProject(tx, project.id, { name: project.newName });
    const duplicates = await listDuplicateFileIds(tx, id, intoId);
    for (const fileId of duplicates) await putInBin(ctx, tx, { kind: 'file', id: fileId });
    await moveContents(tx, id, intoId);
    const counts = { projects, clients, files, duplicates: duplicates.length };
    const detail = { companyId: intoId, ...counts, renamed: renamed.map(({ newName }) => newName) };
    const audience = { companyId: intoId, profileIds: await listAudienceIds(tx, intoId) };
    await ctx.record(tx, { type: 'company.merged', id, name: from.companyName, detail, audience });
    await deleteCompany(tx, id);
    const codes = from.isActive ? [from.companyCode, ...from.formerCodes] : [];
    await updateCompany(tx, intoId, { formerCodes: [...into.formerCodes, ...codes] });
    return companyById(tx, intoId);
  });

/** Locks the companies, in the order of `ids`. The first one's name must be typed. */
async function lockNamed(tx: Tx, ids: readonly string[], typedName: string) {
  const rows = await lockToRemove(tx, ids);
  const [first, second] = ids.map((id) => rows.find((row) => row.id === id));
  if (!first || (ids.length > 1 && !second)) throw new AppError('COMPANY_NOT_FOUND');
  if (isTypedName(typedName, first.companyName)) return [first, second] as const;
  throw new AppError('NAME_DOES_NOT_MATCH', 'Please type the company name exactly as shown.');
}

function withAccess({ isActive, ...rest }: z.output<typeof CompanyChange>) {
  if (isActive === undefined) return rest;
  return { ...rest, isActive, clientsHaveAccess: isActive || (rest.clientsHaveAccess ?? false) };
}

/** For rows that refer to the company. COMPANY_NOT_FOUND. */
export async function assertCompany(tx: Tx, id: string): Promise<void> {
  if (!(await lockCompany(tx, id))) throw new AppError('COMPANY_NOT_FOUND');
}

async function companyById(tx: Tx, id: string) {
  const row = await findCompany(tx, id);
  if (!row) throw new AppError('COMPANY_NOT_FOUND');
  return presentCompany(row);
}
