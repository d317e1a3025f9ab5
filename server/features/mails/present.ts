import type { TroubledMail } from '#domain/mails.ts';
import type { TroubledRow } from './queries.ts';

export const presentTroubled = ({ state, ...row }: TroubledRow): TroubledMail => ({
  ...row,
  state: state === 'failed' ? 'failed' : 'queued',
  lastError: row.lastError ?? '',
  nextAttemptAt: state === 'failed' ? null : row.nextAttemptAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});
