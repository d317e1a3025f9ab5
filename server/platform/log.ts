import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type DestinationStream, type Logger } from 'pino';

/** What a line of the log belongs to: a request, or one try of a job. */
type LogScope = { requestId: string } | { job: string; jobId: string };

const scopes = new AsyncLocalStorage<LogScope>();

/** Runs `work` so that every line that it writes to the log, however deep, says what it belongs to. */
export const inLogScope = <T>(scope: LogScope, work: () => T): T => scopes.run(scope, work);

/** What the caller runs for; undefined for what nobody asked for, such as a sweep. */
export const logScope = (): LogScope | undefined => scopes.getStore();

export type { Logger };

/**
 * A JSON logger that never writes a cookie, an authorisation header or a password, and says of each line which
 * request or job it belongs to. Without a `destination` it writes to standard output.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      mixin: () => ({ ...logScope() }),
      redact: [
        'req.headers.cookie',
        'req.headers.authorization',
        '*.password',
        '*.token',
        '*.secretKey',
      ],
    },
    ...(destination ? [destination] : []),
  );
