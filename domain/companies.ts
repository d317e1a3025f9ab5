import { z } from 'zod';
import { Id, Instant, line, optionalText, text } from './fields.ts';
import { listQuery } from './pages.ts';

export const GIGABYTE = 1024 ** 3;

const REQUIRED_MESSAGE = 'Company code and name are required.';

const CompanyCode = text()
  .toUpperCase()
  .min(1, { error: REQUIRED_MESSAGE, abort: true })
  .regex(
    /^[A-Z0-9][A-Z0-9_-]{1,31}$/,
    'Use 2 to 32 letters, numbers, hyphens (-) or underscores (_).',
  );

export const CompanyInput = z.object({
  companyCode: CompanyCode,
  companyName: line().min(1, REQUIRED_MESSAGE).max(200),
  description: optionalText(2000),
});
export type CompanyInput = z.input<typeof CompanyInput>;

/** Clients of an inactive company lose access unless `clientsHaveAccess` is true. */
export const CompanyChange = CompanyInput.omit({ companyCode: true })
  .extend({
    isActive: z.boolean(),
    clientsHaveAccess: z.boolean(),
    quotaBytes: z
      .int()
      .min(Math.floor(0.01 * GIGABYTE), 'Enter at least 0.01 GB.')
      .max(1e6 * GIGABYTE, 'Enter at most 1,000,000 GB.')
      .nullable(),
  })
  .partial();

export const Company = z.object({
  id: Id,
  companyCode: z.string(),
  companyName: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  clientsHaveAccess: z.boolean(),
  projectCount: z.int(),
  quotaBytes: z.int().nullable(),
  clientCount: z.int(),
  createdAt: Instant,
});
export type Company = z.infer<typeof Company>;

export const COMPANY_SORTS = ['company', 'code', 'projects', 'status'] as const;

export const CompaniesQuery = listQuery(COMPANY_SORTS).extend({
  code: text().max(32).optional(),
  filter: z.enum(['all', 'active']).default('all'),
});

const NEAR_QUOTA_RATIO = 0.9;

export const isNearQuota = (usedBytes: number, quotaBytes: number): boolean =>
  usedBytes >= NEAR_QUOTA_RATIO * quotaBytes;

export const CompanyUse = z.object({ usedBytes: z.int(), quotaBytes: z.int().nullable() });
export type CompanyUse = z.infer<typeof CompanyUse>;

export const ListedCompany = Company.extend({ usedBytes: z.int().nullable() });
export type ListedCompany = z.infer<typeof ListedCompany>;

/** `found` counts matches on all pages; `counts` is for all companies. */
export const CompaniesPage = z.object({
  companies: z.array(ListedCompany),
  found: z.int(),
  counts: z.object({ total: z.int(), active: z.int(), projects: z.int() }),
});
export type CompaniesPage = z.infer<typeof CompaniesPage>;
