import type { StaffClock } from '#domain/publication-clock.ts';
import type { listRunningClocks } from './queries.ts';

type ClockRow = Pick<
  Awaited<ReturnType<typeof listRunningClocks>>[number],
  'createdAt' | 'flownAt' | 'lastCapturedAt' | 'firstPublishedAt' | 'pauses'
>;

/** After the first publication, uses stored times, so that later changes to files don't affect the clock. */
export const presentClock = (row: ClockRow): StaffClock => ({
  flownAt: (row.firstPublishedAt ? row.flownAt : row.lastCapturedAt)?.toISOString() ?? null,
  begunAt: row.createdAt.toISOString(),
  publishedAt: row.firstPublishedAt?.toISOString() ?? null,
  // Times in nested JSON are strings.
  pauses: row.pauses.map((pause) => ({
    ...pause,
    startedAt: new Date(pause.startedAt).toISOString(),
    endedAt: pause.endedAt && new Date(pause.endedAt).toISOString(),
  })),
});
