import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from './log.ts';
import type { QueryObserver } from './db/connection.ts';

/** A value at this moment, for each set of labels. */
export type Reading = { labels: Record<string, string>; value: number };

type GaugeDefinition = {
  name: string;
  help: string;
  labels: readonly string[];
  /** Asked at each scrape. What fails is logged and missing from the answer, the rest is not. */
  read: () => Promise<readonly Reading[]> | readonly Reading[];
};

/** What a monitor reads of this process, in the text format of Prometheus. Times are in seconds. */
export type Metrics = {
  readonly contentType: string;
  requestTook(
    request: { operation: string; method: string; status: number },
    seconds: number,
  ): void;
  queryTook(seconds: number): void;
  jobTook(job: string, outcome: 'done' | 'failed', seconds: number): void;
  /** An error that nobody expected, and that the log tells of. */
  failed(): void;
  addGauge(gauge: GaugeDefinition): void;
  read(): Promise<string>;
};

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const QUERY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const JOB_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];

/** The names of metrics begin with overfly_; those of Node and of the process have their usual ones. */
export function createMetrics(log: Logger): Metrics {
  const registry = new Registry();
  let isWatched = false;
  const registers = [registry];
  const requests = new Histogram({
    name: 'overfly_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by operation of the API or pattern of the route.',
    labelNames: ['operation', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const queries = new Histogram({
    name: 'overfly_database_query_duration_seconds',
    help: 'Time from sending a statement to the database to its answer.',
    buckets: QUERY_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'overfly_job_duration_seconds',
    help: 'Time that one try of a background job took in this process.',
    labelNames: ['job', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'overfly_unexpected_failures_total',
    help: 'Requests that failed in a way nobody expected. The log has each of them.',
    registers,
  });
  return {
    contentType: registry.contentType,
    requestTook: ({ operation, method, status }, seconds) =>
      requests.observe({ operation, method, status: String(status) }, seconds),
    queryTook: (seconds) => queries.observe(seconds),
    jobTook: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    failed: () => failures.inc(),
    addGauge: (gauge) => addGauge(registry, gauge, log),
    read() {
      // They watch the process all the time: only where somebody asks.
      if (!isWatched) collectDefaultMetrics({ register: registry });
      isWatched = true;
      return registry.metrics();
    },
  };
}

function addGauge(registry: Registry, { name, help, labels, read }: GaugeDefinition, log: Logger) {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      gauge.reset();
      try {
        for (const { labels: values, value } of await read()) gauge.set(values, value);
      } catch (error) {
        log.warn({ err: error, metric: name }, 'a metric could not be read');
      }
    },
  });
}

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
