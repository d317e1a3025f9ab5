import { implement } from '@orpc/server';
import { backups } from '#contract/backups.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { readBackups, requestBackup, requestVerification } from './runs.ts';

const os = implement(backups).$context<ApiContext>();

export const backupRoutes = {
  list: os.list.use(withAbility('system.manage')).handler(call(readBackups)),
  make: os.make.use(withAbility('backups.manage')).handler(call(requestBackup)),
  verify: os.verify.use(withAbility('backups.manage')).handler(call(requestVerification)),
};
