import type { Person } from '#domain/people.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import type { PersonRow } from './queries.ts';

export const presentPerson = (
  row: PersonRow,
  { emailVerified, signsInByProvider }: Pick<Person, 'emailVerified' | 'signsInByProvider'>,
): Person => ({
  id: row.id,
  role: row.role,
  email: readableEmail(row.email),
  emailVerified,
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  certificate: row.certificate,
  companyId: row.companyId,
  companyCode: row.companyCode,
  companyName: row.companyName,
  notes: row.notes,
  isActive: row.isActive,
  signsInByProvider,
  createdAt: row.createdAt.toISOString(),
});
