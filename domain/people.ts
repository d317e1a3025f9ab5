import { z } from 'zod';
import { Certificate, Email } from './accounts.ts';
import { Id, Instant, optionalLine, optionalText, text, Role } from './fields.ts';
import { listQuery } from './pages.ts';

const OptionalCompanyCode = text()
  .toUpperCase()
  .pipe(z.string().max(32))
  .nullish()
  .transform((code) => (code ? code : null));

export const PersonChange = z
  .object({
    email: Email,
    firstName: optionalLine(100),
    lastName: optionalLine(100),
    phone: optionalLine(50),
    certificate: Certificate,
    companyCode: OptionalCompanyCode,
    notes: optionalText(2000),
  })
  .partial();

export const Person = z.object({
  id: Id,
  role: Role,
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  certificate: z.string().nullable(),
  companyId: Id.nullable(),
  companyCode: z.string().nullable(),
  companyName: z.string().nullable(),
  notes: z.string().nullable(),
  isActive: z.boolean(),
  signsInByProvider: z.boolean(),
  createdAt: Instant,
});
export type Person = z.infer<typeof Person>;

export const PEOPLE_SORTS = [
  'name',
  'email',
  'phone',
  'company',
  'role',
  'registered',
  'status',
] as const;

/** Searches name, email, phone, company, and company code. `active` and `deactivated` list clients only. */
export const PeopleQuery = listQuery(PEOPLE_SORTS).extend({
  filter: z.enum(['active', 'deactivated', 'staff']).default('active'),
});

export const PeoplePage = z.object({ people: z.array(Person), found: z.int() });
export type PeoplePage = z.infer<typeof PeoplePage>;

type Named = { firstName: string | null; lastName: string | null; email: string };

export const nameOf = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;
