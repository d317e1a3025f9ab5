import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** Milliseconds until what is drawn with the time is drawn again: a minute, or less when `at` comes before. */
export function untilRedrawn(now: Date, at: string | null): number {
  const left = at === null ? 0 : Date.parse(at) - now.getTime();
  return left > 0 ? Math.min(left, MINUTE) : MINUTE;
}

/** The time to the minute, and at the instant `at`, when something ends; what is drawn with it is drawn again as time goes on. */
export function useNow(at: string | null = null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setTimeout(() => setNow(new Date()), untilRedrawn(new Date(), at));
    return () => window.clearTimeout(timer);
  }, [now, at]);
  return now;
}
