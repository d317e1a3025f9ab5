import type { QueryObserver } from './db/connection.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Characters of a statement in the log. */
const SHOWN = 2000;

type Parts = { log: Logger; metrics: Metrics; slowMs: number };

/** Counts the time of each statement, and logs those that took `slowMs` or longer; 0 for none. */
export const watchQueries =
  ({ log, metrics, slowMs }: Parts): QueryObserver =>
  ({ sql, milliseconds }) => {
    metrics.queryTook(milliseconds / 1000);
    if (slowMs > 0 && milliseconds >= slowMs) {
      const shown = sql.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN);
      log.warn({ sql: shown, milliseconds: Math.round(milliseconds) }, 'slow query');
    }
  };
