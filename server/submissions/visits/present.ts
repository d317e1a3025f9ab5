import { visitState, type Visit } from '#domain/visits.ts';
import type { VisitPlan } from '#domain/visit-plans.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import type { PlanRow, VisitRow } from './queries.ts';

export const presentVisit = (row: VisitRow, now: Date): Visit => {
  const isDelivered = row.submissionStatus === 'published';
  return {
    id: row.id,
    projectId: row.projectId,
    projectName: row.projectName,
    timeZone: row.timeZone,
    dueAt: row.dueAt.toISOString(),
    movedFrom: row.movedFrom?.toISOString() ?? null,
    state: visitState({ ...row, isDelivered }, now),
    reason: row.reason,
    contents: row.contents as Visit['contents'],
    pilot:
      row.pilotId === null
        ? null
        : { id: row.pilotId, name: row.pilotName ?? '', isActive: row.isPilotActive ?? false },
    requestedBy: row.requesterName,
    submissionId: row.submissionId,
    updatedAt: row.updatedAt.toISOString(),
  };
};

export const presentPlan = (tx: Tx, plan: PlanRow): VisitPlan => ({
  rule: plan.rule as VisitPlan['rule'],
  time: plan.time,
  startsOn: plan.startsOn,
  pilotId: viewerOf(tx).kind === 'staff' ? plan.pilotId : null,
  contents: plan.contents as VisitPlan['contents'],
  isForClients: plan.isForClients,
  pausedSince: plan.pausedSince?.toISOString() ?? null,
  pauseReason: plan.pauseReason,
});
