import { PLANNED_WEEKS } from '#domain/visit-texts.ts';
import { AppError } from '#domain/errors.ts';
import { dueAt, visitDays, type VisitPlan, type VisitPlanInput } from '#domain/visit-plans.ts';
import { dayIn } from '#domain/weeks.ts';
import { assertStaff, isProjectVisible } from '#server/projects/service.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentPlan } from './present.ts';
import {
  findPlan,
  listPlansToFill,
  lockPlan,
  replaceVisits,
  savePlanRow,
  updatePlan,
} from './queries.ts';

const DAY_MS = 86_400_000;
const FILL_EVERY_MS = DAY_MS / 2;

type Answer = Promise<{ plan: VisitPlan | null }>;
type OfProject = { projectId: string };

/** Throws PROJECT_NOT_FOUND. */
export const getPlan = (ctx: Context, viewer: Viewer, { projectId }: OfProject): Answer =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    return planIn(tx, projectId);
  });

async function planIn(tx: Tx, projectId: string) {
  const plan = await findPlan(tx, projectId);
  return { plan: plan ? presentPlan(tx, plan) : null };
}

/** Throws PROJECT_NOT_FOUND, or NOT_STAFF if the pilot isn't active staff. */
export const savePlan = (
  ctx: Context,
  viewer: Viewer,
  { projectId, ...input }: OfProject & VisitPlanInput,
): Answer =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    const before = await lockPlan(tx, projectId);
    // A plan can keep a pilot who left.
    if (input.pilotId && input.pilotId !== before?.pilotId) await assertStaff(tx, input.pilotId);
    await savePlanRow(tx, projectId, input);
    const plan = await filledPlan(ctx, tx, projectId);
    const detail = before
      ? (changedFields<object>(before, input, ['rule', 'contents'] as never) ?? {})
      : {};
    await ctx.record(tx, { type: 'visit-plan.changed', ...subjectOf(plan), detail });
    return planIn(tx, projectId);
  });

/** Deletes the coming visits that nobody has changed. Throws VISIT_PLAN_MISSING. */
export const pausePlan = (
  ctx: Context,
  viewer: Viewer,
  { projectId, reason }: OfProject & { reason: string },
): Answer =>
  ctx.db.as(viewer, async (tx) => {
    await updatePlan(tx, projectId, { pausedSince: ctx.clock(), pauseReason: reason });
    const plan = await filledPlan(ctx, tx, projectId);
    const detail = { reason };
    await ctx.record(tx, { type: 'visit-plan.paused', ...subjectOf(plan), detail });
    return planIn(tx, projectId);
  });

/** Throws VISIT_PLAN_MISSING. */
export const resumePlan = (ctx: Context, viewer: Viewer, { projectId }: OfProject): Answer =>
  ctx.db.as(viewer, async (tx) => {
    await updatePlan(tx, projectId, { pausedSince: null, pauseReason: null });
    const plan = await filledPlan(ctx, tx, projectId);
    await ctx.record(tx, { type: 'visit-plan.resumed', ...subjectOf(plan) });
    return planIn(tx, projectId);
  });

const subjectOf = ({ projectId, projectName }: { projectId: string; projectName: string }) => ({
  id: projectId,
  name: projectName,
  projectId,
});

async function filledPlan(ctx: Context, tx: Tx, projectId: string) {
  const plan = await lockPlan(tx, projectId);
  if (!plan) throw new AppError('VISIT_PLAN_MISSING');
  const now = ctx.clock();
  const isPlanning = plan.pausedSince === null && plan.status === 'active';
  const today = dayIn(now, plan.timeZone);
  const until = new Date(now.getTime() + PLANNED_WEEKS * 7 * DAY_MS);
  const { rule } = presentPlan(tx, plan);
  const days = isPlanning ? visitDays({ ...plan, rule }, today, dayIn(until, plan.timeZone)) : [];
  const planned = days.map((day) => ({ day, dueAt: dueAt(day, plan.time, plan.timeZone) }));
  const changed = await replaceVisits(tx, plan, planned, { now, today });
  await updatePlan(tx, projectId, { filledAt: now });
  return { ...plan, changed };
}

/** Plans the visits again, because the project's time zone or status may have changed. */
export async function replanVisits(ctx: Context, tx: Tx, { id }: { id: string }): Promise<void> {
  if (!(await findPlan(tx, id))) return;
  const { changed } = await filledPlan(ctx, tx, id);
  if (changed > 0) await ctx.record(tx, { type: 'visits.planned', projectId: id });
}

/** Adds the visits of another day to each plan, at most twice a day. */
export async function sweepVisitPlans(ctx: Context): Promise<void> {
  const viewer = { kind: 'system' } as const;
  const before = new Date(ctx.clock().getTime() - FILL_EVERY_MS);
  const plans = await ctx.db.as(viewer, (tx) => listPlansToFill(tx, before));
  for (const { projectId } of plans)
    await ctx.db.as(viewer, (tx) => replanVisits(ctx, tx, { id: projectId }));
}
