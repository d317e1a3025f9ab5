import { implement } from '@orpc/server';
import { visits } from '#contract/visits.ts';
import {
  call,
  callAs,
  signedIn,
  withAbility,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import { getCalendarLink, setCalendarLink } from './calendar-links.ts';
import { matchVisit, visitOfSubmission } from './matching.ts';
import { getPlan, pausePlan, resumePlan, savePlan } from './plans.ts';
import { addVisit, cancelVisit, changeVisit, requestVisit, visitsFor } from './service.ts';

const os = implement(visits).$context<ApiContext>();
const forStaff = withAbility('submissions.manage');

export const visitRoutes = {
  getPlan: os.getPlan.use(signedIn).handler(call(getPlan)),
  savePlan: os.savePlan.use(forStaff).handler(call(savePlan)),
  pause: os.pause.use(forStaff).handler(call(pausePlan)),
  resume: os.resume.use(forStaff).handler(call(resumePlan)),
  list: os.list.use(signedIn).handler(callAs('visits', visitsFor)),
  request: os.request.use(signedIn).handler(call(requestVisit)),
  add: os.add.use(forStaff).handler(call(addVisit)),
  update: os.update.use(forStaff).handler(call(changeVisit)),
  cancel: os.cancel.use(forStaff).handler(call(cancelVisit)),
  match: os.match.use(forStaff).handler(call(matchVisit)),
  ofSubmission: os.ofSubmission.use(forStaff).handler(call(visitOfSubmission)),
  getCalendarLink: os.getCalendarLink.use(signedIn).handler(call(getCalendarLink)),
  setCalendarLink: os.setCalendarLink.use(signedIn).handler(call(setCalendarLink)),
};
