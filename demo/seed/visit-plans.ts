import { dueAt } from '#domain/visit-plans.ts';
import { dayIn } from '#domain/weeks.ts';
import { addVisit } from '#server/submissions/visits/service.ts';
import { getPlan, savePlan } from '#server/submissions/visits/plans.ts';
import type { Context } from '#server/platform/context.ts';
import { mondayBefore, visitDays, type SampleProject } from './projects.ts';
import { operatorOf } from './accounts.ts';
import { findPerson } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;
const TIME_ZONE = 'America/Chicago';

/**
 * Plans a visit every Monday for projects with flights, and adds the past visits, which the flights match. A project
 * without a draft also has one that was missed. Does nothing if there is a plan.
 */
export async function seedVisitPlan(
  ctx: Context,
  projectId: string,
  sample: SampleProject,
): Promise<void> {
  const days = visitDays(sample, ctx.clock());
  if (days.length === 0 || (await getPlan(ctx, SYSTEM, { projectId })).plan) return;
  const pilot = await ctx.db.as(SYSTEM, (tx) => findPerson(tx, operatorOf(ctx.config)));
  await savePlan(ctx, SYSTEM, {
    projectId,
    rule: { repeat: 'weekly', every: 1, weekdays: [1] },
    time: '10:00',
    startsOn: mondayBefore(ctx.clock(), sample.startWeeksAgo),
    pilotId: pilot?.id ?? null,
    contents: ['photos', 'video', 'map'],
    isForClients: true,
  });
  const past = days.map((day) => dueAt(day, '10:00', TIME_ZONE));
  if (!sample.draft) past.push(missedAt(ctx.clock()));
  for (const each of past) await addVisit(ctx, SYSTEM, { projectId, dueAt: each });
}

/** The latest 9 AM more than a day ago. */
function missedAt(now: Date): string {
  const nine = (days: number) =>
    dueAt(dayIn(new Date(now.getTime() - days * DAY_MS), TIME_ZONE), '09:00', TIME_ZONE);
  return Date.parse(nine(1)) < now.getTime() - DAY_MS ? nine(1) : nine(2);
}
