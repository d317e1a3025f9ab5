import { z } from 'zod';
import { Id, Instant, line } from './fields.ts';

/** Promised time from the last capture of a submission to its publication. */
export const PROMISED_HOURS = 36;

const WARNING_HOURS = 30;

export const RECORD_WEEKS = 12;

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Files captured this long before the upload started count as archive material. */
export const ARCHIVE_MS = 2 * WEEK_MS;

export const PauseReason = line().min(1, 'A reason is required.').max(200);

const ClockPause = z.object({
  reason: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
});

export const PublicationClock = z.object({
  flownAt: Instant.nullable(),
  begunAt: Instant,
  /** First publication, even if the submission was unpublished since. */
  publishedAt: Instant.nullable(),
  pauses: z.array(ClockPause),
});
export type PublicationClock = z.infer<typeof PublicationClock>;

/** Includes who paused and resumed the clock; null if automatic, or if the account was deleted. */
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
  /** `hours` excludes pauses. */
  hours: number;
  pausedHours: number;
  dueAt: Date | null;
};

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

/** Null if the clock doesn't apply: no file has a capture time, or the material is from an archive. */
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

/** '45 minutes', '21 hours', '4 days', rounded down, or up with `up`. */
export function hoursText(hours: number, up = false): string {
  const whole = up ? Math.ceil : Math.floor;
  if (hours < 1 && !up) return named(Math.max(1, Math.floor(hours * 60)), 'minute');
  return hours > 72 ? named(whole(hours / 24), 'day') : named(Math.max(1, whole(hours)), 'hour');
}

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

const WeekRecord = z.object({
  from: Instant,
  published: z.int(),
  kept: z.int(),
  /** Drafts past the promised hours, counted in the latest week. */
  overdue: z.int(),
  medianHours: z.number().nullable(),
});

export const ClockRecord = WeekRecord.omit({ from: true }).extend({
  weeks: z.array(WeekRecord),
});
export type ClockRecord = z.infer<typeof ClockRecord>;

type TimedRecord = { at: number; hours: number | null };

/** Covers overdue drafts, and first publications in the last RECORD_WEEKS seven-day periods, which end now. */
export function clockRecordOf(clocks: readonly PublicationClock[], now: Date): ClockRecord {
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
