import { pino, type Logger } from 'pino';

export type { Logger };

/** A JSON logger that never writes a cookie, an authorisation header or a password. */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    redact: [
      'req.headers.cookie',
      'req.headers.authorization',
      '*.password',
      '*.token',
      '*.secretKey',
    ],
  });
