import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { StorageUse, SystemState } from '#domain/system.ts';

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['System'] });

export const system = {
  read: route('GET', '/operator/system', 'Get the state of background jobs').output(SystemState),
  storage: route('GET', '/operator/system/storage', 'Get storage use').output(StorageUse),
  retryJob: route('POST', '/operator/system/jobs/{id}/retry', 'Retry a failed job')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
  retryAllJobs: route('POST', '/operator/system/jobs/retry', 'Retry all failed jobs').output(
    z.object({ count: z.int() }),
  ),
};
