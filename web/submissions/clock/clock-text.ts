import {
  type ClockReading,
  hoursText,
  PROMISED_HOURS,
  readClock,
  type StaffClock,
} from '#domain/publication-clock.ts';
import { dateTime } from '#web/lib/formats.ts';

export const CLOCK_COLORS: Record<ClockReading['state'], 'red' | 'yellow' | 'green' | 'gray'> = {
  running: 'gray',
  soon: 'yellow',
  late: 'red',
  kept: 'green',
  missed: 'red',
};

/** 'Due in 5 hours', '3 hours late', 'Paused', 'In 21 hours'; null if there is no clock. */
export function clockLabel(reading: ClockReading | null): string | null {
  if (!reading) return null;
  const { state, isPaused, hours } = reading;
  if (state === 'kept' || state === 'missed') return `In ${hoursText(hours, true)}`;
  if (isPaused) return 'Paused';
  return state === 'late'
    ? `${hoursText(hours - PROMISED_HOURS)} late`
    : `Due in ${hoursText(PROMISED_HOURS - hours)}`;
}

export function clockSentences(clock: StaffClock, now: Date, timeZone: string): string {
  const reading = readClock(clock, now);
  if (!reading) {
    return clock.flownAt === null
      ? 'The clock starts at the last capture, but no file here has a capture time.'
      : 'No clock: these files were captured more than two weeks before they were uploaded.';
  }
  const { state, isPaused, hours, pausedHours, dueAt } = reading;
  const without = pausedHours > 0 ? `, not counting ${hoursText(pausedHours)} of pauses` : '';
  if (clock.publishedAt !== null) {
    const verdict = state === 'kept' ? 'within' : 'later than';
    return `Published in ${hoursText(hours, true)}${without}: ${verdict} the promised ${PROMISED_HOURS} hours.`;
  }
  const passed = `${hoursText(hours)} since the last capture${without}.`;
  if (isPaused || !dueAt) return `${passed} The clock is paused until you resume it.`;
  const due = dateTime(dueAt.toISOString(), timeZone);
  return state === 'late' ? `${passed} It was due ${due}.` : `${passed} It is due ${due}.`;
}
