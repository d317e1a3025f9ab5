import { implement } from '@orpc/server';
import { overview } from '#contract/overview.ts';
import { call, withAbility, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { clientOverview, staffOverview } from './service.ts';

const os = implement(overview).$context<ApiContext>();

export const overviewRoutes = {
  client: os.client.use(signedIn).handler(call(clientOverview)),
  staff: os.staff.use(withAbility('operator-area.enter')).handler(call(staffOverview)),
};
