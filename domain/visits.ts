import { z } from 'zod';
import { Day, Id, Instant } from './fields.ts';
import { PROMISED_HOURS } from './publication-clock.ts';
import { VisitContents, VisitReason } from './visit-plans.ts';
import { dayIn } from './weeks.ts';

export const VisitStatus = z.enum([
  'requested',
  'planned',
  'canceled',
  'weathered-out',
  'declined',
]);
export type VisitStatus = z.infer<typeof VisitStatus>;

const VisitState = z.enum([...VisitStatus.options, 'flown', 'delivered', 'missed']);
export type VisitState = z.infer<typeof VisitState>;

const HOUR_MS = 3_600_000;
const MISSED_AFTER_HOURS = 24;
/** From when a visit is due until its submission must be published. */
export const ON_TIME_HOURS = MISSED_AFTER_HOURS + PROMISED_HOURS;
export const MAX_OPEN_REQUESTS = 3;

export const missedBefore = (now: Date): Date =>
  new Date(now.getTime() - MISSED_AFTER_HOURS * HOUR_MS);

/** Times are instants; days are at the site. Clients don't get the pilot. */
export const Visit = z.object({
  id: Id,
  projectId: Id,
  projectName: z.string(),
  timeZone: z.string(),
  dueAt: Instant,
  /** The time last announced to clients, if the visit was moved since it was planned. */
  movedFrom: Instant.nullable(),
  state: VisitState,
  reason: z.string().nullable(),
  contents: VisitContents,
  pilot: z.object({ id: Id, name: z.string(), isActive: z.boolean() }).nullable(),
  requestedBy: z.string().nullable(),
  /** Null until it is visible to the viewer. */
  submissionId: Id.nullable(),
  /** Send it with changes, to be refused if someone else was faster. */
  updatedAt: Instant,
});
export type Visit = z.infer<typeof Visit>;

/** At most 400 days. */
export const VisitQuery = z
  .object({ from: Instant, until: Instant, projectId: Id.optional() })
  .refine(
    ({ from, until }) => Date.parse(until) - Date.parse(from) <= 400 * 24 * HOUR_MS,
    'Choose at most 400 days.',
  );

export const VisitChange = z.object({
  updatedAt: Instant.optional(),
  dueAt: Instant.optional(),
  pilotId: Id.nullable().optional(),
  contents: VisitContents.optional(),
});

export const VisitRequest = z.object({ projectId: Id, day: Day, reason: VisitReason });

export function visitState(
  visit: { status: VisitStatus; dueAt: Date; isFlown: boolean; isDelivered: boolean },
  now: Date,
): VisitState {
  if (visit.isDelivered) return 'delivered';
  if (visit.isFlown) return 'flown';
  return visit.status === 'planned' && visit.dueAt < missedBefore(now) ? 'missed' : visit.status;
}

const MATCH_DAYS = 3;
const daysApart = (one: string, other: string) =>
  Math.abs(Date.parse(one) - Date.parse(other)) / (24 * HOUR_MS);

/**
 * The planned visit that photos of `day` (at the site) are from: nearest in time, on the same day first. Null if that
 * one already has a submission, because then this is an additional flight.
 */
export function matchingVisit<T extends { dueAt: string | Date; isFlown: boolean }>(
  visits: readonly T[],
  day: string,
  timeZone: string,
): T | null {
  const [nearest] = visits
    .map((visit) => ({ visit, days: daysApart(dayIn(new Date(visit.dueAt), timeZone), day) }))
    .filter(({ days }) => days <= MATCH_DAYS)
    .toSorted(
      (a, b) =>
        a.days - b.days ||
        Number(a.visit.isFlown) - Number(b.visit.isFlown) ||
        Number(new Date(a.visit.dueAt)) - Number(new Date(b.visit.dueAt)),
    );
  return nearest && !nearest.visit.isFlown ? nearest.visit : null;
}
