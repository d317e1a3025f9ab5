import { implement } from '@orpc/server';
import { system } from '#contract/system.ts';
import { call, able, type ApiContext } from '#server/platform/http/guards.ts';
import { readStorage, readSystem, retryAllJobs, retryJob } from './service.ts';

const os = implement(system).$context<ApiContext>();

export const systemRoutes = {
  read: os.read.use(able('system.manage')).handler(call(readSystem)),
  storage: os.storage.use(able('system.manage')).handler(call(readStorage)),

  retryJob: os.retryJob.use(able('system.manage')).handler(call(retryJob)),
  retryAllJobs: os.retryAllJobs.use(able('system.manage')).handler(call(retryAllJobs)),
};
