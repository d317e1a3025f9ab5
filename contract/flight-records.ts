import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { FlightRecord, FlightRecordChange } from '#domain/flight-records.ts';

const One = z.object({ submissionId: Id });
const Answer = z.object({ record: FlightRecord.nullable() });
const route = (method: 'GET' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Flight records'] });

export const flightRecords = {
  /** Null for clients if the project doesn't show them. */
  get: route('GET', '/submissions/{submissionId}/flight-record', 'Get the flight record')
    .input(One)
    .output(Answer),
  update: route(
    'PATCH',
    '/operator/submissions/{submissionId}/flight-record',
    'Update the flight record',
  )
    .input(FlightRecordChange.extend(One.shape))
    .output(Answer),
};
