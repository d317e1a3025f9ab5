import { oc } from '@orpc/contract';
import { z } from 'zod';
import { BackupRun, BackupsState } from '#domain/backups.ts';
import { Id } from '#domain/fields.ts';

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['System'] });

export const backups = {
  list: route('GET', '/operator/backups', 'List backups').output(BackupsState),
  make: route('POST', '/operator/backups', 'Back up now').output(BackupRun),
  /** Reads a backup and checks its hashes in the background. */
  verify: route('POST', '/operator/backups/{id}/verify', 'Verify a backup')
    .input(z.object({ id: Id }))
    .output(BackupRun),
};
