import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

const selectPeople = (tx: Tx) =>
  tx
    .selectFrom('profiles')
    .leftJoin('companies', 'companies.id', 'profiles.companyId')
    .select([
      'profiles.id',
      'profiles.firstName',
      'profiles.lastName',
      'profiles.email',
      'profiles.role',
      'profiles.isActive',
      'companies.companyName',
    ])
    .orderBy(sql`lower(concat_ws(' ', profiles.first_name, profiles.last_name, profiles.email))`);

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

export const findProject = (tx: Tx, id: string) =>
  tx
    .selectFrom('projects')
    .select(['companyId', 'projectManagerId'])
    .where('id', '=', id)
    .executeTakeFirst();

export const listMembers = (tx: Tx, projectId: string) =>
  selectPeople(tx)
    .innerJoin('projectMembers', 'projectMembers.userId', 'profiles.id')
    .where('projectMembers.projectId', '=', projectId)
    .execute();

/** Active people who do not see a project by their company. */
export const listOutsiders = (tx: Tx, companyId: string) =>
  selectPeople(tx)
    .where('profiles.isActive', '=', true)
    .where('profiles.companyId', 'is distinct from', companyId)
    .execute();

export const insertMember = (tx: Tx, projectId: string, userId: string) =>
  tx
    .insertInto('projectMembers')
    .values({ projectId, userId })
    .onConflict((oc) => oc.doNothing())
    .returning('userId')
    .executeTakeFirst();

export const deleteMember = (tx: Tx, projectId: string, userId: string) =>
  tx
    .deleteFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
