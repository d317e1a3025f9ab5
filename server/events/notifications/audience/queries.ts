import { sql, type Expression } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

export const listAudience = (tx: Tx, submissionId: string): Promise<string[]> =>
  listPeopleOf(tx, tx.selectFrom('submissions').select('projectId').where('id', '=', submissionId));

/** The answer to a request is only for the person who made it. */
export async function listVisitAudience(tx: Tx, id: string): Promise<string[]> {
  const visits = tx.selectFrom('visits').where('id', '=', id);
  const answer = await visits
    .where('movedFrom', 'is', null)
    .where('status', 'in', ['planned', 'declined'])
    .select('requestedBy')
    .executeTakeFirst();
  return answer?.requestedBy ? [answer.requestedBy] : listPeopleOf(tx, visits.select('projectId'));
}

/** The project's manager, otherwise all staff. Clients can't see them, hence as the owner. */
export const listVisitStaff = async (tx: Tx, visitId: string): Promise<string[]> =>
  (
    await asOwner(
      tx,
      tx
        .selectFrom('profiles as p')
        .innerJoin('visits as v', (join) => join.on('v.id', '=', visitId))
        .innerJoin('projects', 'projects.id', 'v.projectId')
        .leftJoin('profiles as manager', (join) =>
          join
            .onRef('manager.id', '=', 'projects.projectManagerId')
            .on('manager.isActive', '=', true),
        )
        .where('p.role', '!=', 'client')
        .where('p.isActive', '=', true)
        .where(sql<boolean>`coalesce(manager.id, p.id) = p.id`)
        .select('p.id'),
    )
  ).map(({ id }) => id);

/** Clients of the project's company, project members and the project manager. */
const listPeopleOf = async (
  tx: Tx,
  projectId: Expression<{ projectId: string }>,
): Promise<string[]> =>
  (
    await tx
      .selectFrom('profiles as p')
      .innerJoin('projects', (join) => join.on(sql<boolean>`projects.id = ${projectId}`))
      .where((eb) =>
        eb.or([
          eb.and([
            eb('p.role', '=', 'client'),
            eb('p.companyId', '=', eb.ref('projects.companyId')),
          ]),
          eb('p.id', '=', eb.ref('projects.projectManagerId')),
          eb(
            'p.id',
            'in',
            eb
              .selectFrom('projectMembers as m')
              .whereRef('m.projectId', '=', 'projects.id')
              .select('m.personId'),
          ),
        ]),
      )
      .select('p.id')
      .execute()
  ).map(({ id }) => id);
