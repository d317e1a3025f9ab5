import { implement } from '@orpc/server';
import { setup } from '#contract/setup.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { createFirstAdmin, dismissChecklist, openSetup, removeSample } from './service.ts';

const os = implement(setup).$context<ApiContext>();

export const setupRoutes = {
  open: os.open.handler(({ context: { ctx, request }, input }) =>
    openSetup(ctx, input.secret, request.ip),
  ),
  createAdmin: os.createAdmin.handler(({ context: { ctx, request }, input }) =>
    createFirstAdmin(ctx, input, request.ip),
  ),
  removeSample: os.removeSample.use(withAbility('operator-area.enter')).handler(call(removeSample)),
  dismiss: os.dismiss.use(withAbility('staff.manage')).handler(call(dismissChecklist)),
};
