import { implement } from '@orpc/server';
import { system } from '#contract/system.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { readStorage, readSystem, retryAllJobs, retryJob } from './service.ts';

const os = implement(system).$context<ApiContext>();

export const systemRoutes = {
  read: os.read.use(withAbility('system.manage')).handler(call(readSystem)),
  storage: os.storage.use(withAbility('system.manage')).handler(call(readStorage)),

  retryJob: os.retryJob.use(withAbility('system.manage')).handler(call(retryJob)),
  retryAllJobs: os.retryAllJobs.use(withAbility('system.manage')).handler(call(retryAllJobs)),
};
