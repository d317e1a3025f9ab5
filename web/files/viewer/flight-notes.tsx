import { useEffect, useState } from 'react';
import { useUnits } from '#web/lib/use-units.ts';
import { type FlightMoment, momentAt, readFlightLog } from './flight-log.ts';
import styles from './video-player.module.css';

const FAILED: FlightMoment[] = [{ from: 0, text: 'The flight data cannot be read.' }];

/** What the drone noted at the position of its film, over the picture. */
export function FlightNotes({ url, time }: { url: string; time: number }) {
  const units = useUnits();
  const [moments, setMoments] = useState<FlightMoment[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      const answer = await fetch(url, { signal: controller.signal });
      const read = answer.ok ? readFlightLog(await answer.text(), units) : [];
      setMoments(read.length > 0 ? read : FAILED);
    };
    load().catch(() => {
      if (!controller.signal.aborted) setMoments(FAILED);
    });
    return () => controller.abort();
  }, [url, units]);
  const message = momentAt(moments, time)?.text;
  return message ? <p className={styles.notes}>{message}</p> : null;
}
