import type { UndeliveredMail } from '#domain/mails.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import type { UndeliveredRow } from './queries.ts';

export const presentUndelivered = ({ state, ...row }: UndeliveredRow): UndeliveredMail => ({
  ...row,
  recipient: readableEmail(row.recipient),
  state: state === 'failed' ? 'failed' : 'queued',
  lastError: row.lastError ?? '',
  nextAttemptAt: state === 'failed' ? null : row.nextAttemptAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});
