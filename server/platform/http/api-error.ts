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

const issuesOf = (error: unknown) =>
  error instanceof ORPCError && error.cause instanceof ValidationError
    ? issuesText(error.cause.issues) || undefined
    : undefined;

export function toAppError(
  error: unknown,
  log: Logger,
  metrics?: Pick<Metrics, 'countFailure'>,
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
  metrics?.countFailure();
  return new AppError('INTERNAL', unexpected(), { cause: error });
}

/** Includes the request ID, so that support can find the error in the log. */
function unexpected(): string {
  const scope = logScope();
  const message = ERRORS.INTERNAL[1];
  return scope && 'requestId' in scope ? `${message} (Error ${scope.requestId})` : message;
}

export function writeRetryAfter(reply: FastifyReply, error: unknown): void {
  if (error instanceof AppError && error.retryAfter !== undefined)
    reply.header('retry-after', error.retryAfter);
}

export const toApiError = (error: AppError) =>
  new ORPCError(error.code, {
    status: ERRORS[error.code][0],
    message: error.message,
    defined: false,
  });
