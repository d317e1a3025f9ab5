import { z } from 'zod';
import { Id, Instant } from './fields.ts';
import { clockOf, instantOf } from './zoned-time.ts';

/** Making a backup, or verifying one. `name` is the backup's folder in `place`; null once it was removed. */
export const BackupRun = z.object({
  id: Id,
  task: z.enum(['make', 'verify']),
  state: z.enum(['making', 'ready', 'failed']),
  percent: z.int(),
  problem: z.string().nullable(),
  place: z.string(),
  name: z.string().nullable(),
  files: z.int().nullable(),
  bytes: z.int().nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
});
export type BackupRun = z.infer<typeof BackupRun>;

/** `runs` are newest first. `plan` is null if no folder or bucket is set. */
export const BackupsState = z.object({
  plan: z
    .object({ place: z.string(), keep: z.int(), timeZone: z.string(), nextAt: Instant })
    .nullable(),
  runs: z.array(BackupRun),
});
export type BackupsState = z.infer<typeof BackupsState>;

const DAY_MS = 86_400_000;

/** The last scheduled time up to `now`, and the next one. `time` is HH:MM in `timeZone`. */
export function scheduledTimes(
  { time, timeZone }: { time: string; timeZone: string },
  now: Date,
): { last: Date; next: Date } {
  const times = [-2, -1, 0, 1, 2].map((shift) => {
    const day = clockOf(new Date(now.getTime() + shift * DAY_MS), timeZone).slice(0, 10);
    return new Date(instantOf(`${day} ${time}:00`, timeZone));
  });
  return {
    last: times.findLast((each) => each <= now) ?? now,
    next: times.find((each) => each > now) ?? now,
  };
}
