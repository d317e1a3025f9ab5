import type { FastifyPluginAsync } from 'fastify';
import type { Context } from '#server/platform/context.ts';
import { partyOfCaller } from '#server/platform/http/concurrency.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { readCalendar, type CalendarParams } from './calendar-links.ts';

const HEADERS = {
  'content-type': 'text/calendar; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** Calendar programs can't sign in, so the URL is the secret. */
export const calendarPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: CalendarParams }>(
      '/calendar/:personId/:seal/:file',
      async (request, reply) => {
        const origin = publicOrigin(ctx.config, request);
        const text = await ctx.atOnce.turns(partyOfCaller(null, request), () =>
          readCalendar(ctx, request.params, origin),
        );
        return reply.headers(HEADERS).send(text);
      },
    );
  };
