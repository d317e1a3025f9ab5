import { implement } from '@orpc/server';
import { system } from '#contract/system.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { readStorage, readSystem, retryAllJobs, retryJob } from './service.ts';

const os = implement(system).$context<ApiContext>();

export const systemRoutes = {
  read: os.read
    .use(able('system.manage'))
    .handler(({ context }) => readSystem(context.ctx, context.viewer)),

  storage: os.storage
    .use(able('system.manage'))
    .handler(({ context }) => readStorage(context.ctx, context.viewer)),

  retryJob: os.retryJob
    .use(able('system.manage'))
    .handler(({ context, input }) => retryJob(context.ctx, context.viewer, input.id)),

  retryAllJobs: os.retryAllJobs
    .use(able('system.manage'))
    .handler(({ context }) => retryAllJobs(context.ctx, context.viewer)),
};
