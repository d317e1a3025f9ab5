import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { MAX_POSITIONS, RasterPlaces, RasterPosition } from '#domain/raster-place.ts';
import { CardComparison } from '#domain/card-comparison.ts';

/** For comparing a memory card before anything is uploaded. */
export const card = {
  compare: oc
    .route({
      method: 'POST',
      path: '/operator/projects/{projectId}/card',
      summary: 'Get what a project already has, for comparing a memory card',
      tags: ['Card'],
    })
    .input(z.object({ projectId: Id, sizes: z.array(z.int().positive()).max(5000) }))
    .output(CardComparison),
  locate: oc
    .route({
      method: 'POST',
      path: '/operator/raster-places',
      summary: 'Get the center of GeoTIFFs from their headers',
      tags: ['Card'],
    })
    .input(z.object({ rasters: z.array(RasterPosition).min(1).max(MAX_POSITIONS) }))
    .output(RasterPlaces),
};
