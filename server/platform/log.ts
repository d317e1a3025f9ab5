import { pino, type DestinationStream, type Logger } from 'pino';
import { logScope } from './log-scope.ts';

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
