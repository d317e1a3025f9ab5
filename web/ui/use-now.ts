import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The time to the minute; what is drawn with it is drawn again as time goes on. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), MINUTE);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
