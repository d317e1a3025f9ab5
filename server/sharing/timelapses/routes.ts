import { implement } from '@orpc/server';
import type { FastifyPluginAsync } from 'fastify';
import { timelapses } from '#contract/timelapses.ts';
import type { Context } from '#server/platform/context.ts';
import { call, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { signedRoutes } from '#server/platform/http/recipient-routes.ts';
import { timelapseKey } from '#server/platform/storage/storage.ts';
import { sendArtifact } from '#server/sharing/artifact/send.ts';
import { cancelTimelapse, openTimelapse, findFilmInProgress, timelapseFor } from './service.ts';

const os = implement(timelapses).$context<ApiContext>();

export const timelapseRoutes = {
  prepare: os.prepare.use(signedIn).handler(call(timelapseFor)),
  making: os.making.use(signedIn).handler(call(findFilmInProgress)),

  cancel: os.cancel.use(signedIn).handler(call(cancelTimelapse)),
};

export const timelapsePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) =>
    signedRoutes(ctx, app, {
      prefix: 'timelapses',
      name: 'timelapse.mp4',
      places: 'files',
      notFound: 'TIMELAPSE_NOT_FOUND',
      open: (requester, id) => openTimelapse(ctx, requester, id),
      send: (opening, film) =>
        sendArtifact(ctx, opening, {
          ...film,
          key: timelapseKey(film.id),
          contentType: 'video/mp4',
        }),
    });
