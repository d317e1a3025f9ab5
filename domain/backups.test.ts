import { expect, test } from 'vitest';
import { scheduledTimes } from './backups.ts';

test.each([
  ['2026-07-01T12:00:00Z', '02:00', '2026-07-01T07:00:00Z', '2026-07-02T07:00:00Z'],
  ['2026-07-01T07:00:00Z', '02:00', '2026-07-01T07:00:00Z', '2026-07-02T07:00:00Z'],
  // On the day with 25 hours, and when 2:30 doesn't exist.
  ['2026-11-02T05:30:00Z', '23:45', '2026-11-01T04:45:00Z', '2026-11-02T05:45:00Z'],
  ['2026-03-08T12:00:00Z', '02:30', '2026-03-08T08:30:00Z', '2026-03-09T07:30:00Z'],
])('at %s, a backup at %s in Chicago was due %s and is next %s', (now, time, last, next) => {
  expect(scheduledTimes({ time, timeZone: 'America/Chicago' }, new Date(now))).toEqual({
    last: new Date(last),
    next: new Date(next),
  });
});
