import { oc } from '@orpc/contract';
import { ClientOverview, StaffOverview } from '#domain/overview.ts';

export const overview = {
  client: oc
    .route({
      method: 'GET',
      path: '/overview',
      summary: 'Numbers and news of the portal home',
      tags: ['Overview'],
    })
    .output(ClientOverview),
  staff: oc
    .route({
      method: 'GET',
      path: '/operator/overview',
      summary: 'Numbers of the back office',
      tags: ['Overview'],
    })
    .output(StaffOverview),
};
