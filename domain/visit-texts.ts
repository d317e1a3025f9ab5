import { dateText } from './date-format.ts';
import type { VisitPlanInput, VisitRule } from './visit-plans.ts';
import type { VisitState } from './visits.ts';
import { dayIn } from './weeks.ts';

// Without schemas, because the pages of clients show these and don't load zod.

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

export const NTHS = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' } as const;

export const VISIT_STATE_LABELS: Record<VisitState, string> = {
  requested: 'Requested',
  planned: 'Planned',
  flown: 'Flown',
  delivered: 'Delivered',
  missed: 'Missed',
  canceled: 'Canceled',
  'weathered-out': 'Weathered out',
  declined: 'Declined',
};

/** A list of visits has at most this many, the earliest. */
export const MAX_LISTED_VISITS = 2000;

/** The files of a calendar link. */
export const CALENDAR_FILES = { mine: 'my-visits.ics', all: 'visits.ics' } as const;

/** Planned visits are stored this far ahead. */
export const PLANNED_WEEKS = 10;

/** The record on the overview. */
export const VISIT_RECORD_WEEKS = 12;

const list = new Intl.ListFormat('en-US');

/** For example 'Every other Tuesday and Friday at 9 AM' or 'The last Friday of the month at 2:30 PM'. */
export function planText({ rule, time }: Pick<VisitPlanInput, 'rule' | 'time'>): string {
  return rule ? `${ruleText(rule)} at ${timeText(time)}` : 'On request';
}

function ruleText(rule: VisitRule): string {
  const name = (weekday: number) => WEEKDAYS[weekday] ?? '';
  if (rule.repeat === 'monthly') return `The ${NTHS[rule.nth]} ${name(rule.weekday)} of the month`;
  const { every, weekdays } = rule;
  const days = list.format(weekdays.toSorted((a, b) => a - b).map(name));
  if (every === 1) return weekdays.length === 7 ? 'Every day' : `Every ${days}`;
  return every === 2 ? `Every other ${days}` : `Every ${every} weeks on ${days}`;
}

/** '9 AM' for '09:00', '2:30 PM' for '14:30'. */
export function timeText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const shown = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `${hours % 12 || 12}${shown} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** 'Tue, Dec 1, 9 AM' at the site, with the year if it isn't the current one. */
export function dueText(instant: string | Date, timeZone: string, now: Date = new Date()): string {
  const due = new Date(instant);
  const isThisYear = dayIn(due, timeZone).slice(0, 4) === dayIn(now, timeZone).slice(0, 4);
  return dateText(due, {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).replace(/:00(?=\s)/, '');
}
