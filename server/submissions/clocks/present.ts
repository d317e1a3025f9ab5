import type { StaffClock } from '#domain/publication-clock.ts';
import type { listRunningClocks } from './queries.ts';

type ClockRow = Pick<
  Awaited<ReturnType<typeof listRunningClocks>>[number],
  'createdAt' | 'flownAt' | 'lastCapturedAt' | 'firstPublishedAt' | 'pauses'
>;

/** The clock of a submission; what it was read from stands still once that is published. */
export const presentClock = (row: ClockRow): StaffClock => ({
  flownAt: (row.firstPublishedAt ? row.flownAt : row.lastCapturedAt)?.toISOString() ?? null,
  begunAt: row.createdAt.toISOString(),
  publishedAt: row.firstPublishedAt?.toISOString() ?? null,
  // The times inside of a nested row arrive as text.
  pauses: row.pauses.map((pause) => ({
    ...pause,
    startedAt: new Date(pause.startedAt).toISOString(),
    endedAt: pause.endedAt && new Date(pause.endedAt).toISOString(),
  })),
});
