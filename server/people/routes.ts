import { implement } from '@orpc/server';
import { people } from '#contract/people.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import {
  changePerson,
  changeRole,
  deactivatePerson,
  readPeoplePage,
  reactivatePerson,
  unlinkProvider,
} from './service.ts';

const os = implement(people).$context<ApiContext>();
const manage = withAbility('people.manage');

export const peopleRoutes = {
  list: os.list.use(manage).handler(call(readPeoplePage)),
  update: os.update.use(manage).handler(call(changePerson)),

  deactivate: os.deactivate.use(manage).handler(call(deactivatePerson)),
  reactivate: os.reactivate.use(manage).handler(call(reactivatePerson)),

  unlinkProvider: os.unlinkProvider.use(withAbility('staff.manage')).handler(call(unlinkProvider)),

  changeRole: os.changeRole.use(withAbility('staff.manage')).handler(call(changeRole)),
};
