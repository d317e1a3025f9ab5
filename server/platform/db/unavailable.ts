import pg from 'pg';
import { AppError } from '#domain/errors.ts';

/** Connection errors from Node, pg, and pg-pool. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EEMBEDDED',
]);
const CLIENT_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;
/** Shutdown, crash, startup, too many connections; class 08 is connection exceptions. */
const SERVER_STATES = /^(08...|57P01|57P02|57P03|57P05|53300)$/;

const DISK_FULL = '53100';

export function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return SERVER_STATES.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && NETWORK_CODES.has(code)) return true;
  return CLIENT_MESSAGES.test(error.message);
}

/** Returns DATABASE_UNAVAILABLE or STORAGE_FULL with `error` as its cause, and other errors unchanged. */
export function translateError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === DISK_FULL) {
    return new AppError('STORAGE_FULL', undefined, { cause: error });
  }
  if (!isConnectionError(error)) return error;
  return new AppError('DATABASE_UNAVAILABLE', undefined, { cause: error });
}
