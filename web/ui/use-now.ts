import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** Milliseconds to the next re-render: a minute, or less if `at` comes first. */
export function msUntilRedraw(now: Date, at: string | null): number {
  const left = at === null ? 0 : Date.parse(at) - now.getTime();
  return left > 0 ? Math.min(left, MINUTE) : MINUTE;
}

/** The current time, updated every minute and at the instant `at`. */
export function useNow(at: string | null = null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setTimeout(() => setNow(new Date()), msUntilRedraw(new Date(), at));
    return () => window.clearTimeout(timer);
  }, [now, at]);
  return now;
}
