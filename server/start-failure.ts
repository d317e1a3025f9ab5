import { AppError } from '#domain/errors.ts';
import type { Config } from './config.ts';

export function startFailureMessage(error: unknown, config: Config | null): string {
  if (config && codeOf(error) === 'EADDRINUSE') {
    return `PORT: ${config.port} is in use by another program on ${config.host}. Stop it, or choose another PORT.`;
  }
  if (config && codeOf(error) === 'EACCES' && (error as NodeJS.ErrnoException).syscall === 'listen')
    return `PORT: ${config.port} cannot be used by this account. Choose a PORT above 1023.`;
  if (config && (codeOf(error) === 'EADDRNOTAVAIL' || isUnknownName(error, config.host))) {
    return `HOST: ${config.host} is not an address of this machine.`;
  }
  if (config?.databaseUrl && error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE') {
    const { host, pathname } = new URL(config.databaseUrl);
    return (
      `DATABASE_URL: the database ${pathname.slice(1)} at ${host} cannot be reached (${reasonOf(error.cause)}). ` +
      'Start it, or correct its address.'
    );
  }
  return error instanceof Error ? error.message : String(error);
}

const isUnknownName = (error: unknown, host: string) =>
  error instanceof Error &&
  'syscall' in error &&
  error.syscall === 'getaddrinfo' &&
  'hostname' in error &&
  error.hostname === host;

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Connecting to a host name with several addresses fails once per address. */
const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError && cause.errors.length > 0
    ? cause.errors.map(reasonOf).join('; ')
    : cause instanceof Error
      ? cause.message
      : String(cause);
