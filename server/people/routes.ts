import { implement } from '@orpc/server';
import { people } from '#contract/people.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import {
  changePerson,
  changeRole,
  deactivatePerson,
  peoplePage,
  reactivatePerson,
  releaseFromProvider,
} from './service.ts';

const os = implement(people).$context<ApiContext>();
const manage = able('people.manage');

export const peopleRoutes = {
  list: os.list
    .use(manage)
    .handler(({ context, input }) => peoplePage(context.ctx, context.viewer, input)),

  update: os.update
    .use(manage)
    .handler(({ context, input: { id, ...changes } }) =>
      changePerson(context.ctx, context.viewer, id, changes),
    ),

  deactivate: os.deactivate
    .use(manage)
    .handler(({ context, input }) => deactivatePerson(context.ctx, context.viewer, input.id)),

  reactivate: os.reactivate
    .use(manage)
    .handler(({ context, input }) => reactivatePerson(context.ctx, context.viewer, input.id)),

  releaseFromProvider: os.releaseFromProvider
    .use(able('staff.manage'))
    .handler(({ context, input }) => releaseFromProvider(context.ctx, context.viewer, input.id)),

  changeRole: os.changeRole
    .use(able('staff.manage'))
    .handler(({ context, input }) => changeRole(context.ctx, context.viewer, input.id, input.role)),
};
