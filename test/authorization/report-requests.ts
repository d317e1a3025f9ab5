import { reportUrl } from '#server/sharing/reports/service.ts';
import { get, input, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

const clients = ({ ctx, people, published }: World) =>
  reportUrl(ctx.signer, { kind: 'person', profileId: people.client.id }, published.id);
const shared = ({ ctx, published }: World, link: { id: string }) =>
  reportUrl(ctx.signer, { kind: 'share', shareLinkId: link.id }, published.id);

export const REPORT_REQUESTS: Record<string, Prepare> = {
  'reports.prepare': ({ published }) => input({ submissionId: published.id }),
  'reports.prepare of a draft': ({ draft }) => input({ submissionId: draft.id }),
  'GET /reports/p/:profileId/:id/:seal/report.pdf': (world) => get(clients(world)),
  'GET /reports/p/:profileId/:id/:seal/report.pdf with a false seal': (world) =>
    get(clients(world).replace(/[^/]+\/report\.pdf/, 'zzzzzzzz-false/report.pdf')),
  'GET /reports/s/:shareLinkId/:id/:seal/report.pdf': (world) => get(shared(world, world.link)),
  'GET /reports/s/:shareLinkId/:id/:seal/report.pdf of a closed link': (world) =>
    get(shared(world, world.closed)),
  'GET /reports/s/:shareLinkId/:id/:seal/report.pdf of a locked link': (world) =>
    get(shared(world, world.locked)),
};
