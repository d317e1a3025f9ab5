import { implement } from '@orpc/server';
import type { FastifyPluginAsync } from 'fastify';
import { maps, measurements } from '#contract/maps.ts';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { partyOfCaller } from '#server/platform/http/concurrency.ts';
import {
  call,
  callAs,
  assertSignedIn,
  signedIn,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import { exportMeasurements, type ExportFormat } from './export.ts';
import {
  saveMeasurement,
  mapsOfProject,
  measureOn,
  measurementsOf,
  newestOrthophotos,
  residualOf,
  removeMeasurement,
  changeMeasurementTitle,
} from './service.ts';

const os = implement({ maps, measurements }).$context<ApiContext>();

export const mapRoutes = {
  ofProject: os.maps.ofProject.use(signedIn).handler(call(mapsOfProject)),
  orthophotos: os.maps.orthophotos.use(signedIn).handler(callAs('orthophotos', newestOrthophotos)),

  measure: os.maps.measure.use(signedIn).handler(call(measureOn)),
  residual: os.maps.residual.use(signedIn).handler(call(residualOf)),
};

export const measurementRoutes = {
  list: os.measurements.list.use(signedIn).handler(callAs('measurements', measurementsOf)),
  create: os.measurements.create.use(signedIn).handler(call(saveMeasurement)),

  rename: os.measurements.rename.use(signedIn).handler(call(changeMeasurementTitle)),
  remove: os.measurements.remove.use(signedIn).handler(call(removeMeasurement)),
};

const TYPES: Record<ExportFormat, string> = {
  geojson: 'application/geo+json',
  csv: 'text/csv; charset=utf-8',
};

/** Serves measurements as files. Not in the contract because the responses aren't JSON. */
export const measurementExportPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    for (const format of ['geojson', 'csv'] as const) {
      app.get<{ Params: { id: string } }>(
        `/api/submissions/:id/measurements.${format}`,
        async (request, reply) => {
          const session = assertSignedIn(await readSession(ctx, request));
          const { success, data: id } = Id.safeParse(request.params.id);
          if (!success) throw new AppError('SUBMISSION_NOT_FOUND');
          const { fileName, text } = await ctx.atOnce.turns(partyOfCaller(session, request), () =>
            exportMeasurements(ctx, session.viewer, id, format),
          );
          return reply
            .type(TYPES[format])
            .header('cache-control', 'no-store')
            .header('content-disposition', contentDisposition('attachment', fileName))
            .send(text);
        },
      );
    }
  };
