import { oc } from '@orpc/contract';
import { MapToken, Preview } from '#domain/base-map.ts';

export const baseMap = {
  getToken: oc
    .route({
      method: 'GET',
      path: '/map-token',
      summary: 'Get the base map and its token',
      tags: ['Maps'],
    })
    .input(Preview)
    .output(MapToken),
};
