import { implement } from '@orpc/server';
import { flightRecords } from '#contract/flight-records.ts';
import { callAs, signedIn, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { changeFlightRecord, flightRecordFor } from './service.ts';

const os = implement(flightRecords).$context<ApiContext>();

export const flightRecordRoutes = {
  get: os.get.use(signedIn).handler(callAs('record', flightRecordFor)),
  update: os.update
    .use(withAbility('submissions.manage'))
    .handler(callAs('record', changeFlightRecord)),
};
