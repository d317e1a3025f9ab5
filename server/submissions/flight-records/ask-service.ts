import type { z } from 'zod';
import type { Config } from '#server/config.ts';
import { requestSafely } from '#server/platform/safe-request.ts';

export type FlightPlace = { at: Date; now: Date; latitude: number; longitude: number };

const LIMITS = { timeoutMs: 10_000, maxBytes: 2 ** 20 };
/** The US National Weather Service requires a name. */
const HEADERS = { accept: 'application/geo+json, application/json', 'user-agent': 'Overfly' };

/** Null if the service knows nothing about the place (404). Rejects for every other answer than the expected one. */
export async function askService<T>(
  config: Pick<Config, 'webhooks'>,
  url: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const request = { method: 'GET', url, headers: HEADERS } as const;
  const { status, response } = await requestSafely(config, request, LIMITS);
  if (status === 404) return null;
  if (status !== 200) throw new Error(`The service responded with status ${status}.`);
  return schema.parse(JSON.parse(response));
}
