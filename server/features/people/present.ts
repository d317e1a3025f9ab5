import type { Person } from '#domain/people.ts';
import type { PersonRow } from './queries.ts';

export const presentPerson = (row: PersonRow, emailVerified: boolean): Person => ({
  id: row.id,
  role: row.role,
  email: row.email,
  emailVerified,
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  companyId: row.companyId,
  companyCode: row.companyCode,
  companyName: row.companyName,
  notes: row.notes,
  isActive: row.isActive,
  createdAt: row.createdAt.toISOString(),
});
