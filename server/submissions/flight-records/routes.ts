import { implement } from '@orpc/server';
import { flightRecords } from '#contract/flight-records.ts';
import { callAs, signedIn, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { changeFlightRecord, flightRecordFor, lookUpAgain } from './service.ts';

const os = implement(flightRecords).$context<ApiContext>();
const manage = withAbility('submissions.manage');

export const flightRecordRoutes = {
  get: os.get.use(signedIn).handler(callAs('record', flightRecordFor)),
  update: os.update.use(manage).handler(callAs('record', changeFlightRecord)),
  lookUp: os.lookUp.use(manage).handler(callAs('record', lookUpAgain)),
};
