import { sql } from 'kysely';
import { PAGE_ROWS } from '#domain/pages.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { alphabetical, containsFolded, countOf, inListOrder } from '#server/platform/db/search.ts';

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
    .orderBy(alphabetical('profiles.listedAs'))
    .orderBy('profiles.createdAt')
    .orderBy('profiles.id');

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

export const findProject = (tx: Tx, id: string) =>
  tx
    .selectFrom('projects')
    .select(['name', 'companyId', 'projectManagerId'])
    .where('id', '=', id)
    .executeTakeFirst();

export const listMembers = (tx: Tx, projectId: string) =>
  selectPeople(tx)
    .innerJoin('projectMembers', 'projectMembers.personId', 'profiles.id')
    .where('projectMembers.projectId', '=', projectId)
    .execute();

export const listManagers = (tx: Tx) =>
  selectPeople(tx)
    .where('profiles.isActive', '=', true)
    .where('profiles.role', '!=', 'client')
    .execute();

const activeClients = (tx: Tx, companyId: string) =>
  selectPeople(tx)
    .where('profiles.isActive', '=', true)
    .where('profiles.role', '=', 'client')
    .where('profiles.companyId', '=', companyId);

export const listClients = (tx: Tx, companyId: string) =>
  activeClients(tx, companyId).limit(PAGE_ROWS).execute();

export const countClients = (tx: Tx, companyId: string) =>
  countOf(activeClients(tx, companyId).clearOrderBy());

type CandidateFilter = { projectId: string; companyId: string; search: string | undefined };

export const listCandidates = (tx: Tx, { projectId, companyId, search }: CandidateFilter) =>
  selectPeople(tx)
    .where('profiles.isActive', '=', true)
    .where('profiles.companyId', 'is distinct from', companyId)
    .where(
      sql<boolean>`not exists (select from project_members m
        where m.project_id = ${projectId} and m.person_id = profiles.id)`,
    )
    .$if(Boolean(search), (all) =>
      all.where(inListOrder(containsFolded(search ?? '', ['profiles.folded', 'companies.folded']))),
    )
    .limit(PAGE_ROWS)
    .execute();

export const insertMember = (tx: Tx, projectId: string, personId: string) =>
  tx
    .insertInto('projectMembers')
    .values({ projectId, personId })
    .onConflict((oc) => oc.doNothing())
    .returning('personId')
    .executeTakeFirst();

export const deleteMember = (tx: Tx, projectId: string, personId: string) =>
  tx
    .deleteFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('personId', '=', personId)
    .returning('personId')
    .executeTakeFirst();
