import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { StorageUse, SystemState } from '#domain/system.ts';

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['System'] });

export const system = {
  read: route('GET', '/operator/system', 'Read how background work goes').output(SystemState),
  storage: route('GET', '/operator/system/storage', 'Read what is stored').output(StorageUse),
  retryJob: route('POST', '/operator/system/jobs/{id}/retry', 'Try a job again that was given up')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
  retryAllJobs: route(
    'POST',
    '/operator/system/jobs/retry',
    'Try all jobs again that were given up',
  ).output(z.object({ count: z.int() })),
};
