import { ORPCError, ValidationError } from '@orpc/server';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { isRefusedValue } from '../db/constraint.ts';
import { logScope } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { AppError, ERRORS } from '#domain/errors.ts';

type Issue = { message: string; path?: readonly unknown[] };

const issuesText = (issues: readonly Issue[]) =>
  issues
    .slice(0, 3)
    .map(({ path, message }) =>
      path?.length ? `${path.map(String).join('.')}: ${message}` : message,
    )
    .join('; ');

/** Which fields did not hold what the contract says; undefined for a failure of another kind. */
const issuesOf = (error: unknown) =>
  error instanceof ORPCError && error.cause instanceof ValidationError
    ? issuesText(error.cause.issues) || undefined
    : undefined;

/** Any failure as the product's own error; what is not expected is logged, counted and masked. */
export function toAppError(
  error: unknown,
  log: Logger,
  metrics?: Pick<Metrics, 'failed'>,
): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST') {
      return new AppError('INVALID_INPUT', issuesOf(error), { cause: error });
    }
    if (error.status < 500) return new AppError('INVALID_INPUT', error.message, { cause: error });
  }
  if (isRefusedValue(error)) return new AppError('INVALID_INPUT', undefined, { cause: error });
  log.error({ err: error, issues: issuesOf(error) }, 'unexpected failure');
  metrics?.failed();
  return new AppError('INTERNAL', unexpected(), { cause: error });
}

/** With the number under which the log tells what happened, for whoever is asked about it. */
function unexpected(): string {
  const scope = logScope();
  const message = ERRORS.INTERNAL[1];
  return scope && 'requestId' in scope ? `${message} (Error ${scope.requestId})` : message;
}

/** Says in the head of the answer how long to wait, where that is why it was refused. */
export function writeRetryAfter(reply: FastifyReply, error: unknown): void {
  if (error instanceof AppError && error.retryAfter !== undefined)
    reply.header('retry-after', error.retryAfter);
}

/** The wire form of an error of the table: `{ code, status, message }`. */
export const toApiError = (error: AppError) =>
  new ORPCError(error.code, {
    status: ERRORS[error.code][0],
    message: error.message,
    defined: false,
  });
