import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from './log.ts';
import type { QueryObserver } from './db/connection.ts';

export type Reading = { labels: Record<string, string>; value: number };

type GaugeDefinition = {
  name: string;
  help: string;
  labels: readonly string[];
  /** Called at each scrape. If it fails, only this gauge is left out. */
  read: () => Promise<readonly Reading[]> | readonly Reading[];
};

/** In Prometheus text format; times in seconds. */
export type Metrics = {
  readonly contentType: string;
  recordRequest(
    request: { operation: string; method: string; status: number },
    seconds: number,
  ): void;
  recordQuery(seconds: number): void;
  recordJob(job: string, outcome: 'done' | 'failed', seconds: number): void;
  countFailure(): void;
  addGauge(gauge: GaugeDefinition): void;
  read(): Promise<string>;
};

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const QUERY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const JOB_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];

export function createMetrics(log: Logger): Metrics {
  const registry = new Registry();
  let isWatched = false;
  const registers = [registry];
  const requests = new Histogram({
    name: 'overfly_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by API operation or route pattern.',
    labelNames: ['operation', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const queries = new Histogram({
    name: 'overfly_database_query_duration_seconds',
    help: 'Time from sending a statement to the database to its response.',
    buckets: QUERY_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'overfly_job_duration_seconds',
    help: 'Time of each attempt at a background job in this process.',
    labelNames: ['job', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'overfly_unexpected_failures_total',
    help: 'Requests that failed unexpectedly; each one is logged.',
    registers,
  });
  return {
    contentType: registry.contentType,
    recordRequest: ({ operation, method, status }, seconds) =>
      requests.observe({ operation, method, status: String(status) }, seconds),
    recordQuery: (seconds) => queries.observe(seconds),
    recordJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    countFailure: () => failures.inc(),
    addGauge: (gauge) => addGauge(registry, gauge, log),
    read() {
      // Default metrics run continuously, so start them only at the first scrape.
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

const MAX_LOGGED_CHARACTERS = 2000;

type Parts = { log: Logger; metrics: Metrics; slowMs: number };

export const createQueryObserver =
  ({ log, metrics, slowMs }: Parts): QueryObserver =>
  ({ sql, milliseconds }) => {
    metrics.recordQuery(milliseconds / 1000);
    if (slowMs > 0 && milliseconds >= slowMs) {
      const shown = sql.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LOGGED_CHARACTERS);
      log.warn({ sql: shown, milliseconds: Math.round(milliseconds) }, 'slow query');
    }
  };
