import { dueText } from '#domain/visit-texts.ts';
import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Event } from '#domain/events.ts';
import { dueAt } from '#domain/visit-plans.ts';
import {
  MAX_OPEN_REQUESTS,
  type Visit,
  type VisitChange,
  type VisitQuery,
  type VisitRequest,
} from '#domain/visits.ts';
import { assertStaff, isProjectVisible } from '#server/projects/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { presentVisit } from './present.ts';
import {
  countRequestsOf,
  findPlan,
  findVisit,
  insertVisit,
  listVisits,
  lockVisit,
  updateVisit,
} from './queries.ts';

export { findMatch, matchAgain, matchDatedDraft, setVisit } from './matching.ts';
export { visitOverview } from './overview.ts';
export { replanVisits, sweepVisitPlans } from './plans.ts';

const YEAR_MS = 366 * 86_400_000;

type Change = z.output<typeof VisitChange>;

export const visitsFor = (ctx: Context, viewer: Viewer, query: z.output<typeof VisitQuery>) =>
  ctx.db.ask(viewer, async (tx) => {
    const { from, until, projectId } = query;
    const rows = await listVisits(tx, { from: new Date(from), until: new Date(until), projectId });
    return rows.map((row) => presentVisit(row, ctx.clock()));
  });

/** Throws PROJECT_NOT_FOUND, VISIT_PLAN_MISSING, VISIT_PASSED, VISIT_TOO_FAR or VISIT_REQUESTS_OPEN. */
export const requestVisit = (
  ctx: Context,
  viewer: Viewer,
  { projectId, day, reason }: z.output<typeof VisitRequest>,
): Promise<Visit> =>
  ctx.db.as(viewer, async (tx) => {
    const requestedBy = profileOf(viewer);
    const plan = await planOf(tx, projectId);
    const at = dueAt(day, plan.time, plan.timeZone);
    if (new Date(at) <= ctx.clock()) throw new AppError('VISIT_PASSED');
    if ((await countRequestsOf(tx, projectId, requestedBy)) >= MAX_OPEN_REQUESTS)
      throw new AppError('VISIT_REQUESTS_OPEN');
    const { contents, pilotId } = plan;
    const visit = { projectId, dueAt: at, reason, contents, pilotId, requestedBy };
    return insertIn(ctx, tx, { ...visit, status: 'requested' });
  });

/** Throws PROJECT_NOT_FOUND, VISIT_PLAN_MISSING, VISIT_TOO_FAR or NOT_STAFF. */
export const addVisit = (
  ctx: Context,
  viewer: Viewer,
  { projectId, ...change }: { projectId: string } & Change & { dueAt: string },
): Promise<Visit> =>
  ctx.db.as(viewer, async (tx) => {
    const { contents, pilotId } = await planOf(tx, projectId);
    if (change.pilotId) await assertStaff(tx, change.pilotId);
    const visit = { projectId, contents, pilotId, ...change, isChanged: true };
    return insertIn(ctx, tx, { ...visit, status: 'planned' });
  });

async function planOf(tx: Tx, projectId: string) {
  if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
  const plan = await findPlan(tx, projectId);
  if (!plan) throw new AppError('VISIT_PLAN_MISSING');
  return plan;
}

/** A mistyped year would hide the visit from every list. */
function assertNear(at: Date, now: Date): void {
  if (Math.abs(at.getTime() - now.getTime()) > YEAR_MS) throw new AppError('VISIT_TOO_FAR');
}

type NewVisit = Omit<Parameters<typeof insertVisit>[1], 'createdAt' | 'updatedAt'>;

async function insertIn(ctx: Context, tx: Tx, visit: NewVisit): Promise<Visit> {
  const now = ctx.clock();
  assertNear(new Date(visit.dueAt), now);
  const { id } = await insertVisit(tx, { ...visit, createdAt: now, updatedAt: now });
  return recordVisit(ctx, tx, visit.status === 'requested' ? 'visit.requested' : 'visit.added', id);
}

/** Throws VISIT_NOT_FOUND, VISIT_FLOWN, VISIT_CHANGED, VISIT_TOO_FAR or NOT_STAFF. Moving a visit back withdraws its notification. */
export const changeVisit = (
  ctx: Context,
  viewer: Viewer,
  { id, updatedAt, ...change }: { id: string } & Change,
): Promise<Visit> =>
  ctx.db.as(viewer, async (tx) => {
    const before = await unflownVisit(tx, id, updatedAt);
    if (change.pilotId) await assertStaff(tx, change.pilotId);
    const at = change.dueAt ? new Date(change.dueAt) : before.dueAt;
    assertNear(at, ctx.clock());
    const isMoved = at.getTime() !== before.dueAt.getTime();
    const announced = before.movedFrom ?? before.dueAt;
    const isAnnounced = before.status === 'requested' || at.getTime() === announced.getTime();
    await updateVisit(tx, id, {
      ...change,
      dueAt: at,
      status: 'planned',
      movedFrom: isAnnounced ? null : announced,
      isChanged: true,
      // The reason of a request stays.
      ...(before.requestedBy === null && { reason: null }),
      updatedAt: ctx.clock(),
    });
    return recordVisit(ctx, tx, eventOfChange(before.status, isMoved), id);
  });

function eventOfChange(status: string, isMoved: boolean) {
  if (status === 'requested') return 'visit.accepted';
  if (isMoved) return 'visit.moved';
  return status === 'planned' ? 'visit.changed' : 'visit.restored';
}

type Cancellation = {
  id: string;
  reason: string;
  isWeather: boolean;
  updatedAt?: string | undefined;
};

/** Throws VISIT_NOT_FOUND, VISIT_FLOWN or VISIT_CHANGED. */
export const cancelVisit = (
  ctx: Context,
  viewer: Viewer,
  { id, reason, isWeather, updatedAt }: Cancellation,
): Promise<Visit> =>
  ctx.db.as(viewer, async (tx) => {
    const before = await unflownVisit(tx, id, updatedAt);
    const planned = isWeather ? 'weathered-out' : 'canceled';
    const status = before.status === 'requested' ? 'declined' : planned;
    await updateVisit(tx, id, { status, reason, isChanged: true, updatedAt: ctx.clock() });
    return recordVisit(ctx, tx, `visit.${status}`, id);
  });

async function unflownVisit(tx: Tx, id: string, updatedAt: string | undefined) {
  const visit = await lockVisit(tx, id);
  if (!visit) throw new AppError('VISIT_NOT_FOUND');
  if (visit.isFlown) throw new AppError('VISIT_FLOWN');
  if (updatedAt !== undefined && visit.updatedAt.toISOString() !== updatedAt)
    throw new AppError('VISIT_CHANGED');
  return visit;
}

type VisitEvent = Extract<Event, { type: `visit.${string}` }>['type'];

async function recordVisit(ctx: Context, tx: Tx, type: VisitEvent, id: string): Promise<Visit> {
  const row = await findVisit(tx, id);
  if (!row) throw new AppError('VISIT_NOT_FOUND');
  const { projectId, projectName, timeZone, reason } = row;
  const name = `${projectName}: ${dueText(row.dueAt, timeZone, ctx.clock())}`;
  const detail = reason === null ? {} : { reason };
  await ctx.record(tx, { type, id, projectId, name, detail });
  return presentVisit(row, ctx.clock());
}
