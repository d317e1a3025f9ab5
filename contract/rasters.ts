import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { RasterCorrection, StaffRaster } from '#domain/rasters.ts';

const route = (method: 'GET' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Maps'] });

export const rasters = {
  list: route(
    'GET',
    '/operator/submissions/{submissionId}/rasters',
    "List a submission's GeoTIFFs, including those that aren't maps",
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ rasters: z.array(StaffRaster) })),
  update: route('PATCH', '/operator/rasters/{fileId}', "Correct a map's type or coordinate system")
    .input(RasterCorrection)
    .output(StaffRaster),
};
