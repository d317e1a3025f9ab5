import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { MAX_LISTED_VISITS } from '#domain/visit-texts.ts';
import { ON_TIME_HOURS } from '#domain/visits.ts';
import type { VisitPlanInput } from '#domain/visit-plans.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import { personName, VISIBLE_COMPANY } from '#server/platform/db/expressions.ts';

const selectPlans = (tx: Tx) =>
  tx
    .selectFrom('visitPlans')
    .innerJoin('projects', 'projects.id', 'visitPlans.projectId')
    .selectAll('visitPlans')
    .select(['projects.name as projectName', 'projects.timeZone', 'projects.status']);

export const findPlan = (tx: Tx, projectId: string) =>
  selectPlans(tx).where('projectId', '=', projectId).executeTakeFirst();

export type PlanRow = NonNullable<Awaited<ReturnType<typeof findPlan>>>;

export const lockPlan = (tx: Tx, projectId: string) =>
  selectPlans(tx)
    .where('projectId', '=', projectId)
    .forNoKeyUpdate('visitPlans')
    .executeTakeFirst();

export const savePlanRow = (tx: Tx, projectId: string, { rule, ...plan }: VisitPlanInput) => {
  const values = { ...plan, rule: rule && JSON.stringify(rule) };
  return tx
    .insertInto('visitPlans')
    .values({ projectId, ...values })
    .onConflict((oc) => oc.column('projectId').doUpdateSet(values))
    .execute();
};

export const updatePlan = (tx: Tx, projectId: string, changes: Updateable<DB['visitPlans']>) =>
  tx.updateTable('visitPlans').set(changes).where('projectId', '=', projectId).execute();

/** Longest waiting first. */
export const listPlansToFill = (tx: Tx, before: Date) =>
  tx
    .selectFrom('visitPlans')
    .where((eb) => eb.or([eb('filledAt', 'is', null), eb('filledAt', '<', before)]))
    .select('projectId')
    .orderBy('filledAt')
    .limit(200)
    .execute();

type Planned = { day: string; dueAt: string };

/**
 * Replaces future visits of the plan, and removes those of days that aren't in it any more. On the other days, visits
 * that a person has changed stay, and ids too.
 */
export async function replaceVisits(
  tx: Tx,
  { projectId, pilotId, contents }: Pick<PlanRow, 'projectId' | 'pilotId' | 'contents'>,
  days: readonly Planned[],
  { now, today }: { now: Date; today: string },
): Promise<number> {
  const removed = await tx
    .deleteFrom('visits')
    .where('projectId', '=', projectId)
    .where('status', '=', 'planned')
    .where('submissionId', 'is', null)
    .where('dueAt', '>', now)
    .where('planDay', '>=', today)
    .where(sql<boolean>`plan_day <> all(${days.map(({ day }) => day)}::date[])`)
    .executeTakeFirst();
  const coming = days.filter(({ dueAt }) => new Date(dueAt) > now);
  if (coming.length === 0) return Number(removed.numDeletedRows);
  const common = { projectId, pilotId, contents, status: 'planned' as const };
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('visits')
    .values(
      coming.map(({ day, dueAt }) => ({
        ...common,
        planDay: day,
        dueAt: new Date(dueAt),
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflict((oc) =>
      oc
        .columns(['projectId', 'planDay'])
        .doUpdateSet((eb) => ({
          dueAt: eb.ref('excluded.dueAt'),
          pilotId: eb.ref('excluded.pilotId'),
          contents: eb.ref('excluded.contents'),
          updatedAt: now,
        }))
        .where(UNTOUCHED)
        .where('visits.dueAt', '>', now)
        .where(
          sql<boolean>`(visits.due_at, visits.pilot_id, visits.contents)
            is distinct from (excluded.due_at, excluded.pilot_id, excluded.contents)`,
        ),
    )
    .executeTakeFirstOrThrow();
  return Number(removed.numDeletedRows + numInsertedOrUpdatedRows);
}

const UNTOUCHED = sql<boolean>`visits.plan_day is not null and not visits.is_changed
  and visits.status = 'planned' and visits.submission_id is null`;

/** Profiles and unpublished submissions are null for clients. */
const selectVisits = (tx: Tx) =>
  tx
    .selectFrom('visits')
    .innerJoin('projects', 'projects.id', 'visits.projectId')
    .leftJoin('submissions', 'submissions.id', 'visits.submissionId')
    .leftJoin('profiles as pilot', 'pilot.id', 'visits.pilotId')
    .leftJoin('profiles as requester', 'requester.id', 'visits.requestedBy')
    .select(['visits.id', 'visits.projectId', 'projects.name as projectName', 'projects.timeZone'])
    .select(['visits.dueAt', 'visits.movedFrom', 'visits.status', 'visits.reason'])
    .select([
      'visits.contents',
      'visits.requestedBy',
      'visits.updatedAt',
      'visits.isChanged',
      'visits.planDay',
    ])
    .select(['submissions.id as submissionId', 'submissions.status as submissionStatus'])
    .select(['pilot.id as pilotId', 'pilot.isActive as isPilotActive'])
    .select([personName('pilot').as('pilotName'), personName('requester').as('requesterName')])
    .select(sql<boolean>`visits.submission_id is not null`.as('isFlown'))
    .orderBy('visits.dueAt')
    .orderBy('visits.id');

export type VisitRow = Awaited<ReturnType<typeof listVisits>>[number];

export const listVisits = (
  tx: Tx,
  { from, until, projectId }: { from: Date; until: Date; projectId?: string | undefined },
) =>
  selectVisits(tx)
    .where('visits.dueAt', '>=', from)
    .where('visits.dueAt', '<', until)
    .$if(projectId !== undefined, (all) => all.where('visits.projectId', '=', projectId ?? ''))
    .limit(MAX_LISTED_VISITS)
    .execute();

export const findVisit = (tx: Tx, id: string) =>
  selectVisits(tx).where('visits.id', '=', id).executeTakeFirst();

export const lockVisit = (tx: Tx, id: string) =>
  selectVisits(tx).where('visits.id', '=', id).forNoKeyUpdate('visits').executeTakeFirst();

export const findVisitOf = (tx: Tx, submissionId: string) =>
  selectVisits(tx).where('visits.submissionId', '=', submissionId).executeTakeFirst();

export const insertVisit = (tx: Tx, values: Insertable<DB['visits']>) =>
  tx.insertInto('visits').values(values).returning('id').executeTakeFirstOrThrow();

export const updateVisit = (tx: Tx, id: string, changes: Updateable<DB['visits']>) =>
  tx.updateTable('visits').set(changes).where('id', '=', id).execute();

/** Returns the ids of visits that were of the submission. */
export const clearSubmission = (tx: Tx, submissionId: string, now: Date) =>
  tx
    .updateTable('visits')
    .set({ submissionId: null, updatedAt: now })
    .where('submissionId', '=', submissionId)
    .returning(['id', 'projectId'])
    .execute();

export const countRequestsOf = async (tx: Tx, projectId: string, personId: string | null) =>
  (
    await tx
      .selectFrom('visits')
      .where('projectId', '=', projectId)
      .where('requestedBy', '=', personId)
      .where('status', '=', 'requested')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export const listMatchable = (tx: Tx, projectId: string, from: Date, until: Date) =>
  tx
    .selectFrom('visits')
    .where('projectId', '=', projectId)
    .where('status', '=', 'planned')
    .where('dueAt', '>=', from)
    .where('dueAt', '<', until)
    .select(['id', 'dueAt'])
    .select(sql<boolean>`submission_id is not null`.as('isFlown'))
    .orderBy('dueAt')
    .execute();

export const findSubmissionDay = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where('submissions.id', '=', id)
    .select(['submissions.id', 'submissions.projectId', 'submissions.recordedDate'])
    .select(['projects.name as projectName', 'projects.timeZone'])
    .executeTakeFirst();

export const isDateProposed = async (tx: Tx, submissionId: string): Promise<boolean> =>
  (await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', submissionId)
    .where('status', '=', 'draft')
    .where('isDateProposed', '=', true)
    .executeTakeFirst()) !== undefined;

/** Planned visits of today, at the site, that weren't flown yet. */
export const listDueToday = (tx: Tx, now: Date) =>
  selectVisits(tx)
    .where('visits.status', '=', 'planned')
    .where('visits.submissionId', 'is', null)
    .where(sql<boolean>`visits.due_at between ${now}::timestamptz - interval '25 hours'
      and ${now}::timestamptz + interval '25 hours'`)
    .where(sql<boolean>`(visits.due_at at time zone projects.time_zone)::date
      = (${now}::timestamptz at time zone projects.time_zone)::date`)
    .execute();

// The day is for the index: behind row policies, PostgreSQL has no statistics for comparisons of enums.
export const listRequested = (tx: Tx) =>
  selectVisits(tx)
    .where('visits.planDay', 'is', null)
    .where('visits.status', '=', 'requested')
    .execute();

/** Projects whose latest due visit wasn't flown, longest ago first. `flownOn` is the day of their last submission. */
export const listMissed = (tx: Tx, before: Date) =>
  tx
    .selectFrom('visitPlans')
    .innerJoin('projects', 'projects.id', 'visitPlans.projectId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('visits')
          .whereRef('visits.projectId', '=', 'visitPlans.projectId')
          .where('visits.status', '=', 'planned')
          .where((of) =>
            of.or([of('visits.dueAt', '<', before), of('visits.submissionId', 'is not', null)]),
          )
          .select(['visits.dueAt', 'visits.submissionId'])
          .orderBy('visits.dueAt', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .where('latest.submissionId', 'is', null)
    .where('projects.status', '=', 'active')
    .where('visitPlans.pausedSince', 'is', null)
    .select(['projects.id as projectId', 'projects.name as projectName', 'projects.timeZone'])
    .select('latest.dueAt')
    .select((eb) =>
      eb
        .selectFrom('submissions')
        .whereRef('submissions.projectId', '=', 'projects.id')
        .select((of) => of.fn.max('submissions.recordedDate').as('day'))
        .as('flownOn'),
    )
    .orderBy('latest.dueAt')
    .execute();

/** Visits since `since` whose time to deliver has passed, or that were delivered. */
export const readVisitRecord = (tx: Tx, since: Date, now: Date) =>
  tx
    .selectFrom('visits')
    .leftJoin('submissions', 'submissions.id', 'visits.submissionId')
    .where('visits.status', '=', 'planned')
    .where('visits.dueAt', '>', since)
    .where(sql<boolean>`(${LATEST} < ${now} or submissions.first_published_at is not null)`)
    .select((eb) => [
      eb.fn.countAll<number>().as('due'),
      eb.fn
        .countAll<number>()
        .filterWhere(sql<boolean>`submissions.first_published_at <= ${LATEST}`)
        .as('onTime'),
    ])
    .executeTakeFirstOrThrow();

const LATEST = sql`visits.due_at + ${ON_TIME_HOURS} * interval '1 hour'`;

export type CalendarRow = Awaited<ReturnType<typeof listForCalendar>>[number];

/** The limit is enough for 1,000 projects with weekly visits. */
export const listForCalendar = (tx: Tx, from: Date, pilotId: string | null) =>
  selectVisits(tx)
    .select(['projects.address', 'projects.latitude', 'projects.longitude'])
    .where('visits.dueAt', '>=', from)
    .$if(pilotId !== null, (all) => all.where('visits.pilotId', '=', pilotId))
    .limit(20_000)
    .execute();

/** Runs as the owner, because policies let only staff change profiles. */
export const setCalendarKey = (tx: Tx, personId: string, calendarKey: string | null) =>
  asOwner(tx, tx.updateTable('profiles').set({ calendarKey }).where('id', '=', personId));

/** Undefined if the person is deactivated. */
export const findCalendarOwner = async (tx: Tx, personId: string) =>
  (
    await asOwner(
      tx,
      tx
        .selectFrom('profiles as p')
        .innerJoin('auth.users as u', 'u.id', 'p.id')
        .leftJoin('companies as c', 'c.id', 'p.companyId')
        .where('p.id', '=', personId)
        .where('p.isActive', '=', true)
        .select(['p.role', 'p.calendarKey', VISIBLE_COMPANY.as('companyId')]),
    )
  )[0];
