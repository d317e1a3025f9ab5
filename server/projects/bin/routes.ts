import { implement } from '@orpc/server';
import { bin } from '#contract/bin.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { removeForGood } from './remove.ts';
import { restoreFromBin } from './restore.ts';
import { binPage } from './service.ts';

const os = implement(bin).$context<ApiContext>();
const manage = able('bin.manage');

export const binRoutes = {
  list: os.list
    .use(manage)
    .handler(({ context, input }) => binPage(context.ctx, context.viewer, input)),

  days: os.days.use(manage).handler(({ context }) => ({ binDays: context.ctx.config.binDays })),

  restore: os.restore
    .use(manage)
    .handler(({ context, input }) => restoreFromBin(context.ctx, context.viewer, input)),

  remove: os.remove
    .use(manage)
    .handler(({ context, input }) => removeForGood(context.ctx, context.viewer, input)),
};
