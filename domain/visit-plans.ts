import { z } from 'zod';
import { Day, Id, Instant, line } from './fields.ts';
import { instantOf } from './zoned-time.ts';

export const VISIT_CONTENTS = ['photos', 'video', 'map'] as const;
export const VisitContents = z
  .array(z.enum(VISIT_CONTENTS))
  .min(1, 'Select what to fly.')
  .overwrite((contents) => [...new Set(contents)]);

/** 0 is Sunday. */
export const Weekday = z.int().min(0).max(6);

/** Weeks start on Monday (RFC 5545), which matters for every second week or more. */
const VisitRule = z.discriminatedUnion('repeat', [
  z.object({
    repeat: z.literal('weekly'),
    every: z.int().min(1).max(12),
    weekdays: z.array(Weekday).min(1, 'Select at least one day.').max(7),
  }),
  z.object({
    repeat: z.literal('monthly'),
    /** -1 is the last one. */
    nth: z.literal([1, 2, 3, 4, -1]),
    weekday: Weekday,
  }),
]);
export type VisitRule = z.infer<typeof VisitRule>;

export const VisitReason = line().min(1, 'A reason is required.').max(200);

/** Without a rule, visits are only added by hand or on request. */
export const VisitPlanInput = z.object({
  rule: VisitRule.nullable(),
  /** HH:MM at the site. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time.'),
  startsOn: Day,
  pilotId: Id.nullable(),
  contents: VisitContents,
  /** Whether clients see the visits and can request one. */
  isForClients: z.boolean(),
});
export type VisitPlanInput = z.infer<typeof VisitPlanInput>;

export const VisitPlan = VisitPlanInput.extend({
  pausedSince: Instant.nullable(),
  pauseReason: z.string().nullable(),
});
export type VisitPlan = z.infer<typeof VisitPlan>;

type Schedule = Pick<VisitPlanInput, 'rule' | 'startsOn'>;

const DAY_MS = 86_400_000;
/** Days since 1970-01-01, which was a Thursday. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const mondaysBefore = (number: number) => Math.floor((number + 3) / 7);

/** Days (YYYY-MM-DD) of the rule between two days, both inclusive. */
export function visitDays({ rule, startsOn }: Schedule, from: string, until: string): string[] {
  if (!rule) return [];
  const [start, end] = [numberOf(startsOn), numberOf(until)];
  const days: string[] = [];
  for (let number = Math.max(start, numberOf(from)); number <= end; number++) {
    const date = new Date(number * DAY_MS);
    const weeks = mondaysBefore(number) - mondaysBefore(start);
    if (isOnRule(rule, date, weeks)) days.push(date.toISOString().slice(0, 10));
  }
  return days;
}

function isOnRule(rule: VisitRule, date: Date, weeks: number): boolean {
  const weekday = date.getUTCDay();
  if (rule.repeat === 'weekly') return rule.weekdays.includes(weekday) && weeks % rule.every === 0;
  const isNth =
    rule.nth === -1
      ? new Date(date.getTime() + 7 * DAY_MS).getUTCMonth() !== date.getUTCMonth()
      : Math.ceil(date.getUTCDate() / 7) === rule.nth;
  return weekday === rule.weekday && isNth;
}

/** See `instantOf` for times that daylight saving skips or repeats. */
export const dueAt = (day: string, time: string, timeZone: string): string =>
  instantOf(`${day} ${time}:00`, timeZone);
