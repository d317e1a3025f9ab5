import type { Measure } from '#domain/measurements.ts';
import { saveMeasurement } from '#server/maps/service.ts';
import { tileAddress } from '../fixtures/rasters.ts';
import { get, input, none, unique, type Prepare } from './attempt.ts';
import { ENGINE_REQUESTS } from './engine-requests.ts';
import type { World } from './world.ts';

export const DISTANCE: Measure = {
  kind: 'distance',
  line: [
    [-97.75, 30.27],
    [-97.74, 30.28],
  ],
};

const height = ({ id, bounds }: World['raster']): Measure => ({
  kind: 'height',
  fileId: id,
  at: [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2],
});

const withItself = ({ id }: World['raster']) => ({ fileId: id, earlierFileId: id });

const ofClient = ({ people }: World) => ({ kind: 'person', profileId: people.client.id }) as const;
const ofLink = ({ id }: { id: string }) => ({ kind: 'share', shareLinkId: id }) as const;

const keep = (by: 'client' | 'colleague') => async (world: World) => {
  const { viewer } = by === 'client' ? world.people.client : world.colleague;
  const submissionId = world.published.id;
  const { id } = await saveMeasurement(world.ctx, viewer, {
    submissionId,
    title: unique(),
    measure: DISTANCE,
  });
  return { id };
};

const PERSONS_TILE = 'GET /media/p/:profileId/f/:fileId/:seal/tiles/:z/:x/:name';
const VISITORS_TILE = 'GET /media/s/:shareLinkId/f/:fileId/:seal/tiles/:z/:x/:name';

export const MAP_REQUESTS: Record<string, Prepare> = {
  ...ENGINE_REQUESTS,
  'maps.ofProject': ({ project }) => input({ projectId: project.id }),
  'maps.orthophotos': none,
  'maps.measure': () => input(DISTANCE),
  'maps.measure of a height': ({ raster }) => input(height(raster)),
  'maps.residual': ({ raster }) => input(withItself(raster)),
  'shareLinks.residual': ({ link, raster }) => input({ token: link.token, ...withItself(raster) }),
  'shareLinks.residual without maps': ({ mapless, raster }) =>
    input({ token: mapless.token, ...withItself(raster) }),
  'shareLinks.residual of a locked link': ({ locked, raster }) =>
    input({ token: locked.token, ...withItself(raster) }),
  'measurements.list': ({ published }) => input({ submissionId: published.id }),
  'measurements.list of a draft': ({ draft }) => input({ submissionId: draft.id }),
  'measurements.create': ({ published }) =>
    input({ submissionId: published.id, title: unique(), measure: DISTANCE }),
  'measurements.create of a draft': ({ draft }) =>
    input({ submissionId: draft.id, title: unique(), measure: DISTANCE }),
  'measurements.rename': async (world) =>
    input({ ...(await keep('client')(world)), title: unique() }),
  "measurements.rename of a colleague's": async (world) =>
    input({ ...(await keep('colleague')(world)), title: unique() }),
  'measurements.remove': async (world) => input(await keep('client')(world)),
  "measurements.remove of a colleague's": async (world) => input(await keep('colleague')(world)),
  [PERSONS_TILE]: (world) => get(tileAddress(world.ctx, ofClient(world), world.raster)),
  [`${PERSONS_TILE} with a false seal`]: (world) =>
    get(tileAddress(world.ctx, ofClient(world), world.raster).replace(/[^/]+(?=\/tiles)/, 'zz-no')),
  [VISITORS_TILE]: ({ ctx, raster, link }) => get(tileAddress(ctx, ofLink(link), raster)),
  [`${VISITORS_TILE} of a closed link`]: ({ ctx, raster, closed }) =>
    get(tileAddress(ctx, ofLink(closed), raster)),
  [`${VISITORS_TILE} without maps`]: ({ ctx, raster, mapless }) =>
    get(tileAddress(ctx, ofLink(mapless), raster)),
  [`${VISITORS_TILE} of a locked link`]: ({ ctx, raster, locked }) =>
    get(tileAddress(ctx, ofLink(locked), raster)),
  'shareLinks.measure of a height': ({ link, raster }) =>
    input({ token: link.token, measure: height(raster) }),
  'shareLinks.measure of a height without maps': ({ mapless, raster }) =>
    input({ token: mapless.token, measure: height(raster) }),
  'GET /api/submissions/:id/measurements.geojson': ({ published }) =>
    get(`/api/submissions/${published.id}/measurements.geojson`),
  'GET /api/submissions/:id/measurements.csv': ({ published }) =>
    get(`/api/submissions/${published.id}/measurements.csv`),
  'GET /api/submissions/:id/measurements.csv of a draft': ({ draft }) =>
    get(`/api/submissions/${draft.id}/measurements.csv`),
};
