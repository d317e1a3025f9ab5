import { oc } from '@orpc/contract';
import { ClientOverview, StaffOverview } from '#domain/overview.ts';

export const overview = {
  client: oc
    .route({
      method: 'GET',
      path: '/overview',
      summary: 'Get the client dashboard',
      tags: ['Overview'],
    })
    .output(ClientOverview),
  staff: oc
    .route({
      method: 'GET',
      path: '/operator/overview',
      summary: 'Get the operator overview',
      tags: ['Overview'],
    })
    .output(StaffOverview),
};
