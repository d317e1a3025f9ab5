import { DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { instantOf } from '#web/lib/zoned-time.ts';

/** What the person chose above the log; `days` are the first and the last day, YYYY-MM-DD. */
export type AuditFilter = {
  actorId: string | null;
  action: string | null;
  days: [string | null, string | null];
};

export const EVERYTHING: AuditFilter = { actorId: null, action: null, days: [null, null] };

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** The choice as the API takes it: whole days of the time zone that dates are shown in. */
export function toAuditQuery({ actorId, action, days: [first, last] }: AuditFilter) {
  const startOf = (day: string) => instantOf(`${day} 00:00:00`, DEFAULT_TIME_ZONE);
  return {
    ...(actorId ? { actorId } : {}),
    ...(action ? { action } : {}),
    ...(first ? { from: startOf(first) } : {}),
    ...(first ? { until: startOf(dayAfter(last ?? first)) } : {}),
  };
}
