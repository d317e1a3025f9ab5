import { z } from 'zod';

/** How the operator looks into a running installation. */
export const OBSERVATION_ENVIRONMENT = {
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: z.coerce.number('must be a number').int().min(0).max(65535).optional(),
  SLOW_QUERY_MS: z.coerce.number('must be a number').int().min(0).default(500),
};

type Environment = z.output<z.ZodObject<typeof OBSERVATION_ENVIRONMENT>>;

export type ObservationConfig = {
  /** Who asks for the metrics shows it; without one there are none. */
  metricsToken: string | null;
  /** Where a process without web pages answers for metrics; null for nowhere. */
  metricsPort: number | null;
  /** From so many milliseconds on a statement of the database is logged; 0 for never. */
  slowQueryMs: number;
};

/** `problems` are one line each; the rest is of use only when there are none. */
export const readObservation = (
  env: Environment,
): { observation: ObservationConfig; problems: string[] } => ({
  problems:
    env.METRICS_PORT !== undefined && !env.METRICS_TOKEN
      ? ['METRICS_TOKEN: is required with METRICS_PORT']
      : [],
  observation: {
    metricsToken: env.METRICS_TOKEN ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    slowQueryMs: env.SLOW_QUERY_MS,
  },
});
