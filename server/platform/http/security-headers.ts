import type { Config } from '#server/config.ts';
import { isSecure } from './cookie.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * What every answer says, whoever writes it: a browser takes the type as it is given and, once it has
 * been here by https, comes by https only. Not for names below ours: those may be others' business.
 */
export const securityHeaders = (config: Config): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(isSecure(config) ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
});
