import { z } from 'zod';
import { Id, Instant, optionalText, text } from './fields.ts';

const CompanyCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{1,31}$/, 'Use 2 to 32 letters, digits, - or _.');

export const CompanyInput = z.object({
  companyCode: CompanyCode,
  companyName: text().min(1, 'Company code and name are required.').max(200),
  description: optionalText(2000),
});
export type CompanyInput = z.input<typeof CompanyInput>;

/**
 * A company that is not active takes no new people. Its clients lose access with that, unless
 * `clientsHaveAccess` says otherwise; those of an active company always have it.
 */
export const CompanyChange = CompanyInput.omit({ companyCode: true })
  .extend({ isActive: z.boolean(), clientsHaveAccess: z.boolean() })
  .partial();

export const Company = z.object({
  id: Id,
  companyCode: z.string(),
  companyName: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  clientsHaveAccess: z.boolean(),
  projectCount: z.int(),
  /** Active accounts. */
  clientCount: z.int(),
  createdAt: Instant,
});
export type Company = z.infer<typeof Company>;
