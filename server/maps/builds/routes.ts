import { implement } from '@orpc/server';
import { engines, mapBuilds } from '#contract/map-builds.ts';
import { call, callAs, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { addEngine, changeEngine, enginesFor, removeEngine, testEngine } from './engines.ts';
import { buildsOf, cancelBuild, estimateOf, startBuild } from './service.ts';

const ofEngines = implement(engines).$context<ApiContext>();
const ofBuilds = implement(mapBuilds).$context<ApiContext>();
const forStaff = withAbility('submissions.manage');
const forAdmins = withAbility('settings.manage');

export const engineRoutes = {
  list: ofEngines.list.use(forStaff).handler(callAs('engines', enginesFor)),
  add: ofEngines.add.use(forAdmins).handler(call(addEngine)),
  update: ofEngines.update.use(forAdmins).handler(call(changeEngine)),
  remove: ofEngines.remove.use(forAdmins).handler(call(removeEngine)),
  test: ofEngines.test.use(forStaff).handler(call(testEngine)),
};

export const mapBuildRoutes = {
  list: ofBuilds.list.use(forStaff).handler(callAs('builds', buildsOf)),
  estimate: ofBuilds.estimate.use(forStaff).handler(call(estimateOf)),
  start: ofBuilds.start.use(forStaff).handler(call(startBuild)),
  cancel: ofBuilds.cancel.use(forStaff).handler(call(cancelBuild)),
};
