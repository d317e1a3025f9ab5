import { z } from 'zod';
import { Id, Instant, optionalLine, optionalText, text, Role } from './fields.ts';
import { listQuery } from './pages.ts';

/** As people type it: upper case, and nothing becomes null. */
const OptionalCompanyCode = text()
  .toUpperCase()
  .pipe(z.string().max(32))
  .nullish()
  .transform((code) => (code ? code : null));

/** What staff change about a client; what is left out stays, what is empty becomes null. */
export const PersonChange = z
  .object({
    firstName: optionalLine(100),
    lastName: optionalLine(100),
    phone: optionalLine(50),
    companyCode: OptionalCompanyCode,
    notes: optionalText(2000),
  })
  .partial();

/** A person with an account, as staff see them. Staff belong to no company. */
export const Person = z.object({
  id: Id,
  role: Role,
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  companyId: Id.nullable(),
  companyCode: z.string().nullable(),
  companyName: z.string().nullable(),
  notes: z.string().nullable(),
  isActive: z.boolean(),
  /** Whether they are bound to somebody at the provider that people sign in with. */
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

/** Searched are name, email, phone, company and its code; `active` and `deactivated` are clients. */
export const PeopleQuery = listQuery(PEOPLE_SORTS).extend({
  filter: z.enum(['active', 'deactivated', 'staff']).default('active'),
});

/** A page of people; `found` is how many match on all pages. */
export const PeoplePage = z.object({ people: z.array(Person), found: z.int() });
export type PeoplePage = z.infer<typeof PeoplePage>;

type Named = { firstName: string | null; lastName: string | null; email: string };

/** First and last name; the address of whoever has given neither. */
export const nameOf = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;
