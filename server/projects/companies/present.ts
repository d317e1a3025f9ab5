import type { Company } from '#domain/companies.ts';
import type { CompanyRow } from './queries.ts';

export const presentCompany = (row: CompanyRow): Company => ({
  id: row.id,
  companyCode: row.companyCode,
  formerCodes: row.formerCodes,
  companyName: row.companyName,
  description: row.description,
  isActive: row.isActive,
  clientsHaveAccess: row.clientsHaveAccess,
  quotaBytes: row.quotaBytes,
  projectCount: row.projectCount,
  clientCount: row.clientCount,
  createdAt: row.createdAt.toISOString(),
});
