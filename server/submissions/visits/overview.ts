import { VISIT_RECORD_WEEKS } from '#domain/visit-texts.ts';
import { firstOf, type VisitOverview } from '#domain/overview.ts';
import { missedBefore } from '#domain/visits.ts';
import { dayIn } from '#domain/weeks.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { presentVisit } from './present.ts';
import { listDueToday, listMissed, listRequested, readVisitRecord } from './queries.ts';

const DAY_MS = 86_400_000;

/** Only for staff. */
export async function visitOverview(tx: Tx, now: Date): Promise<VisitOverview> {
  const missed = await listMissed(tx, missedBefore(now));
  const since = new Date(now.getTime() - VISIT_RECORD_WEEKS * 7 * DAY_MS);
  return {
    dueToday: firstOf((await listDueToday(tx, now)).map((row) => presentVisit(row, now))),
    requested: firstOf((await listRequested(tx)).map((row) => presentVisit(row, now))),
    missed: firstOf(
      missed.map(({ projectId, projectName, timeZone, dueAt, flownOn }) => ({
        projectId,
        projectName,
        timeZone,
        dueAt: dueAt.toISOString(),
        days:
          flownOn === null
            ? null
            : (Date.parse(dayIn(now, timeZone)) - Date.parse(flownOn)) / DAY_MS,
      })),
    ),
    record: await readVisitRecord(tx, since, now),
  };
}
