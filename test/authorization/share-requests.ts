import { archiveUrl } from '#server/sharing/downloads/service.ts';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import { makeShareLink } from '../factories.ts';
import { get, input, none, type Prepare } from './attempt.ts';
import { DISTANCE } from './map-requests.ts';
import type { World } from './world.ts';

export const share = (shareLinkId: string) => ({ kind: 'share', shareLinkId }) as const;

/** Clients use their own link; others use the client's. */
const clientsLink = ({ ctx, people, project }: World) =>
  makeShareLink(ctx, people.client.viewer, { projectId: project.id });
const colleaguesLink = ({ ctx, colleague, project }: World) =>
  makeShareLink(ctx, colleague.viewer, { projectId: project.id });

const shareLinks: Record<string, Prepare> = {
  'shareLinks.list': none,
  'shareLinks.create': ({ project }) => input({ projectId: project.id }),
  'shareLinks.create to a draft': ({ project, draft }) =>
    input({ projectId: project.id, submissionId: draft.id }),
  'shareLinks.update': async (world) =>
    input({ id: (await clientsLink(world)).id, isActive: false }),
  'shareLinks.remove': async (world) => input({ id: (await clientsLink(world)).id }),
  "shareLinks.update of a colleague's": async (world) =>
    input({ id: (await colleaguesLink(world)).id, isActive: false }),
  "shareLinks.remove of a colleague's": async (world) =>
    input({ id: (await colleaguesLink(world)).id }),
  'shareLinks.open': ({ link }) => input({ token: link.token }),
  'shareLinks.open of a closed link': ({ closed }) => input({ token: closed.token }),
  'shareLinks.openFiles': ({ link, published }) =>
    input({ token: link.token, submissionId: published.id }),
  'shareLinks.openFiles of a draft': ({ link, draft }) =>
    input({ token: link.token, submissionId: draft.id }),
  'shareLinks.openFiles of another company': ({ link, theirSubmission }) =>
    input({ token: link.token, submissionId: theirSubmission.id }),
  'shareLinks.openFiles of a closed link': ({ closed, published }) =>
    input({ token: closed.token, submissionId: published.id }),
  'shareLinks.openComparison': ({ link }) => input({ token: link.token }),
  'shareLinks.openComparison of a closed link': ({ closed }) => input({ token: closed.token }),
  'shareLinks.openMaps': ({ link }) => input({ token: link.token }),
  'shareLinks.openMaps of a closed link': ({ closed }) => input({ token: closed.token }),
  'shareLinks.openPins': ({ link }) => input({ token: link.token }),
  'shareLinks.openPins of a closed link': ({ closed }) => input({ token: closed.token }),
  'shareLinks.openMeasurements': ({ link, published }) =>
    input({ token: link.token, submissionId: published.id }),
  'shareLinks.openMeasurements of a draft': ({ link, draft }) =>
    input({ token: link.token, submissionId: draft.id }),
  'shareLinks.measure': ({ link }) => input({ token: link.token, measure: DISTANCE }),
  'shareLinks.measure of a closed link': ({ closed }) =>
    input({ token: closed.token, measure: DISTANCE }),
  'shareLinks.recordLook': ({ link, published }) =>
    input({ token: link.token, part: 'week', id: published.id }),
  'shareLinks.recordLook of a draft': ({ link, draft }) =>
    input({ token: link.token, part: 'week', id: draft.id }),
  'shareLinks.recordLook of a closed link': ({ closed, published }) =>
    input({ token: closed.token, part: 'week', id: published.id }),
  'GET /shared/:token/picture.jpg': ({ link }) => get(`/shared/${link.token}/picture.jpg`),
  'GET /shared/:token/picture.jpg of a closed link': ({ closed }) =>
    get(`/shared/${closed.token}/picture.jpg`),
};

/** Adds the cookie that a visitor gets for the locked link's password. */
const withPass =
  (prepare: Prepare): Prepare =>
  async (world, viewer) => {
    const attempt = await prepare(world, viewer);
    const cookies = [world.headers[viewer].cookie, world.locked.pass];
    return { ...attempt, headers: { cookie: cookies.filter(Boolean).join('; ') } };
  };

export const lockedPath = ({ locked }: World) => `/shared/${locked.token}`;
const ofLocked: Record<string, Prepare> = {
  'shareLinks.open': ({ locked }) => input({ token: locked.token }),
  'shareLinks.openFiles': ({ locked, published }) =>
    input({ token: locked.token, submissionId: published.id }),
  'GET /media/s/:shareLinkId/f/:fileId/:seal/:name': ({ ctx, file, locked }) =>
    get(`${derivativesUrl(ctx.signer, share(locked.id), file.id)}/w256.webp`),
  'GET /media/s/:shareLinkId/o/:fileId/:seal/:name': ({ ctx, file, locked }) =>
    get(originalUrl(ctx.signer, share(locked.id), file)),
  'GET /downloads/s/:shareLinkId/:id/:seal/:name': ({ ctx, locked, published }) =>
    get(archiveUrl(ctx.signer, share(locked.id), published.id, 'photos.zip')),
  'shareLinks.openComparison': ({ locked }) => input({ token: locked.token }),
  'shareLinks.openMaps': ({ locked }) => input({ token: locked.token }),
  'shareLinks.openPins': ({ locked }) => input({ token: locked.token }),
  'shareLinks.openMeasurements': ({ locked, published }) =>
    input({ token: locked.token, submissionId: published.id }),
  'shareLinks.measure': ({ locked }) => input({ token: locked.token, measure: DISTANCE }),
  'shareLinks.recordLook': ({ locked, published }) =>
    input({ token: locked.token, part: 'week', id: published.id }),
  'GET /shared/:token/picture.jpg': (world) => get(`${lockedPath(world)}/picture.jpg`),
  'GET /shared/:token': (world) => get(lockedPath(world)),
  'GET /shared/:token/week': (world) => get(`${lockedPath(world)}/week`),
  'GET /shared/:token/slider': (world) => get(`${lockedPath(world)}/slider`),
};
/** Every request that a link allows, sent to the locked link without and with its password. */
const locked = Object.fromEntries(
  Object.entries(ofLocked).flatMap(([name, prepare]) => [
    [`${name} of a locked link`, prepare],
    [`${name} of a locked link with password`, withPass(prepare)],
  ]),
);

export const SHARE_REQUESTS: Record<string, Prepare> = { ...shareLinks, ...locked };
