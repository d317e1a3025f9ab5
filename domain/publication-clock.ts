import { z } from 'zod';
import { Id, Instant, line } from './fields.ts';

/** What is promised: so many hours from the last capture of a visit to its publication. */
export const PROMISED_HOURS = 36;
/** From so many hours on, a draft is to be looked after. */
const WARNING_HOURS = 30;
/** The record goes back so many weeks. */
export const RECORD_WEEKS = 12;

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** What was flown so long before anybody began to upload it is from an archive. */
export const ARCHIVE_MS = 2 * WEEK_MS;

export const PauseReason = line().min(1, 'A reason is required.').max(200);

const ClockPause = z.object({
  reason: z.string(),
  startedAt: Instant,
  /** Null as long as it lasts. */
  endedAt: Instant.nullable(),
});

/** All that the clock of a submission is read from. */
export const PublicationClock = z.object({
  /** The last capture; null when no file says when it was taken. */
  flownAt: Instant.nullable(),
  begunAt: Instant,
  /** The first publication, also of what was taken back since. */
  publishedAt: Instant.nullable(),
  pauses: z.array(ClockPause),
});
export type PublicationClock = z.infer<typeof PublicationClock>;

/** The same as staff get it: with who paused it, null for the product itself and who is gone. */
export const StaffClock = PublicationClock.extend({
  pauses: z.array(
    ClockPause.extend({
      id: Id,
      startedBy: z.string().nullable(),
      endedBy: z.string().nullable(),
    }),
  ),
});
export type StaffClock = z.infer<typeof StaffClock>;

export type ClockReading = {
  state: 'running' | 'soon' | 'late' | 'kept' | 'missed';
  isPaused: boolean;
  /** Hours that count, and those that do not; fractions of them, too. */
  hours: number;
  pausedHours: number;
  /** When the promised hours are over; null when it is paused or published. */
  dueAt: Date | null;
};

/** Milliseconds of `from` to `until` in which at least one of these lasted. */
function pausedWithin(pauses: PublicationClock['pauses'], from: number, until: number): number {
  let [total, counted] = [0, from];
  for (const { startedAt, endedAt } of pauses.toSorted(
    (a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt),
  )) {
    const start = Math.max(Date.parse(startedAt), counted);
    const end = Math.min(endedAt === null ? until : Date.parse(endedAt), until);
    if (end <= start) continue;
    total += end - start;
    counted = end;
  }
  return total;
}

/**
 * What a clock shows. Null when it does not count: no file says when it was taken, or what it documents
 * was flown weeks before the upload was begun.
 */
export function readClock(clock: PublicationClock, now: Date): ClockReading | null {
  const { flownAt, begunAt, publishedAt, pauses } = clock;
  if (flownAt === null || Date.parse(begunAt) - Date.parse(flownAt) > ARCHIVE_MS) return null;
  const from = Date.parse(flownAt);
  const until = publishedAt === null ? now.getTime() : Date.parse(publishedAt);
  const paused = pausedWithin(pauses, from, until);
  const hours = Math.max(0, until - from - paused) / HOUR_MS;
  const isPaused = publishedAt === null && pauses.some(({ endedAt }) => endedAt === null);
  const isStopped = publishedAt !== null || isPaused;
  return {
    state: stateOf(hours, publishedAt !== null),
    isPaused,
    hours,
    pausedHours: paused / HOUR_MS,
    dueAt: isStopped ? null : new Date(from + paused + PROMISED_HOURS * HOUR_MS),
  };
}

function stateOf(hours: number, isPublished: boolean): ClockReading['state'] {
  if (hours > PROMISED_HOURS) return isPublished ? 'missed' : 'late';
  if (isPublished) return 'kept';
  return hours >= WARNING_HOURS ? 'soon' : 'running';
}

const named = (value: number, one: string) => `${value} ${one}${value === 1 ? '' : 's'}`;

/** '45 minutes', '21 hours', '4 days': in whole ones that are over, or `up` to the next. */
export function hoursText(hours: number, up = false): string {
  const whole = up ? Math.ceil : Math.floor;
  if (hours < 1 && !up) return named(Math.max(1, Math.floor(hours * 60)), 'minute');
  return hours > 72 ? named(whole(hours / 24), 'day') : named(Math.max(1, whole(hours)), 'hour');
}

/**
 * What a published submission says of its clock: 'Published 21 hours after the flight.', and why it took
 * longer if the clock was paused. Null when there is nothing to say.
 */
export function publishedText(clock: PublicationClock): string | null {
  const { publishedAt, flownAt, pauses } = clock;
  if (publishedAt === null || flownAt === null) return null;
  const reading = readClock(clock, new Date(publishedAt));
  if (!reading) return null;
  const { hours, pausedHours } = reading;
  const text = `Published ${hoursText(hours + pausedHours, true)} after the flight.`;
  if (pausedHours === 0) return text;
  const [from, until] = [Date.parse(flownAt), Date.parse(publishedAt)];
  const reasons = pauses
    .filter((pause) => pausedWithin([pause], from, until) > 0)
    .map(({ reason }) => reason);
  return `${text} The clock was paused for ${hoursText(pausedHours)}: ${[...new Set(reasons)].join('; ')}`;
}

const RecordOfWeek = z.object({
  /** The first instant of these seven days. */
  from: Instant,
  published: z.int(),
  /** How many of them within the promised hours. */
  kept: z.int(),
  /** Drafts beyond the promised hours; they stand in the last week as long as they are drafts. */
  overdue: z.int(),
  /** Of what was published. */
  medianHours: z.number().nullable(),
});

/** How the promise was kept: week by week, the earliest first, and altogether. */
export const ClockRecord = RecordOfWeek.omit({ from: true }).extend({
  weeks: z.array(RecordOfWeek),
});
export type ClockRecord = z.infer<typeof ClockRecord>;

/** When something was published; without `hours` it is not yet, and late. */
type TimedRecord = { at: number; hours: number | null };

/** The record of what was first published in the last weeks, seven days each that end now, and of drafts that are late. */
export function recordOf(clocks: readonly PublicationClock[], now: Date): ClockRecord {
  const first = now.getTime() - RECORD_WEEKS * WEEK_MS;
  const read = clocks.flatMap((clock): TimedRecord[] => {
    const reading = readClock(clock, now);
    if (reading?.state === 'late') return [{ at: now.getTime(), hours: null }];
    const at = clock.publishedAt === null ? NaN : Date.parse(clock.publishedAt);
    return reading && at > first && at <= now.getTime() ? [{ at, hours: reading.hours }] : [];
  });
  const weeks = Array.from({ length: RECORD_WEEKS }, (_, index) => {
    const from = first + index * WEEK_MS;
    const own = read.filter(({ at }) => at > from && at <= from + WEEK_MS);
    return { from: new Date(from).toISOString(), ...summary(own) };
  });
  return { ...summary(read), weeks };
}

function summary(read: readonly TimedRecord[]) {
  const hours = read.flatMap((one) => one.hours ?? []).toSorted((a, b) => a - b);
  const [low, high] = [hours[(hours.length - 1) >> 1], hours[hours.length >> 1]];
  return {
    published: hours.length,
    kept: hours.filter((one) => one <= PROMISED_HOURS).length,
    overdue: read.length - hours.length,
    medianHours: low === undefined || high === undefined ? null : (low + high) / 2,
  };
}
