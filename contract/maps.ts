import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { Measure, Measurement, MeasurementTitle, MeasureResult } from '#domain/measurements.ts';
import { ProjectMaps, SiteOrthophoto, SurveyPair, SurveyResidual } from '#domain/rasters.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Maps'] });

export const maps = {
  ofProject: route('GET', '/projects/{projectId}/maps', "List a project's maps by submission")
    .input(z.object({ projectId: Id }))
    .output(ProjectMaps),
  orthophotos: route(
    'GET',
    '/maps/orthophotos',
    'List the newest orthophotos of each project',
  ).output(z.object({ orthophotos: z.array(SiteOrthophoto) })),
  measure: route('POST', '/maps/measure', 'Measure on a map').input(Measure).output(MeasureResult),
  /** Null if they have too little ground in common. */
  residual: route('GET', '/maps/{fileId}/residual/{earlierFileId}', 'Measure how surveys agree')
    .input(SurveyPair)
    .output(z.object({ residual: SurveyResidual.nullable() })),
};

/** Saved measurements; exported at /submissions/{id}/measurements.geojson and .csv. */
export const measurements = {
  list: route(
    'GET',
    '/submissions/{submissionId}/measurements',
    'List the saved measurements of a submission',
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ measurements: z.array(Measurement) })),
  create: route('POST', '/submissions/{submissionId}/measurements', 'Save a measurement')
    .input(z.object({ submissionId: Id, title: MeasurementTitle, measure: Measure }))
    .output(Measurement),
  rename: route('PATCH', '/measurements/{id}', 'Rename a saved measurement')
    .input(z.object({ id: Id, title: MeasurementTitle }))
    .output(Measurement),
  remove: route('DELETE', '/measurements/{id}', 'Delete a saved measurement')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
};
