import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type DestinationStream, type Logger } from 'pino';

type LogScope = { requestId: string } | { job: string; jobId: string };

const scopes = new AsyncLocalStorage<LogScope>();

export const runInLogScope = <T>(scope: LogScope, work: () => T): T => scopes.run(scope, work);

/** Undefined outside requests and jobs, such as in a sweep. */
export const logScope = (): LogScope | undefined => scopes.getStore();

export type { Logger };

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
