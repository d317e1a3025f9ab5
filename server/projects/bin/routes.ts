import { implement } from '@orpc/server';
import { bin } from '#contract/bin.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { removeForGood } from './remove.ts';
import { restoreFromBin } from './restore.ts';
import { listBin } from './service.ts';

const os = implement(bin).$context<ApiContext>();
const manage = withAbility('bin.manage');

export const binRoutes = {
  list: os.list.use(manage).handler(call(listBin)),
  days: os.days.use(manage).handler(({ context }) => ({ binDays: context.ctx.config.binDays })),

  restore: os.restore.use(manage).handler(call(restoreFromBin)),
  remove: os.remove.use(manage).handler(call(removeForGood)),
};
