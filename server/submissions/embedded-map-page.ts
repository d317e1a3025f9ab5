import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { frameSources } from '#domain/embedded-maps.ts';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import { policyOrigin } from '#domain/urls.ts';
import type { Context } from '#server/platform/context.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { assertSignedIn } from '#server/platform/http/guards.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { sendFramePage } from './frame-page.ts';
import { visibleSubmission } from './service.ts';

const Params = z.object({ submissionId: Id });

/** A separate page, because only its content security policy allows the map provider's site. */
export const embeddedMapPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get('/embedded-maps/:submissionId', async (request, reply) => {
      const { viewer } = assertSignedIn(await readSession(ctx, request));
      const params = Params.safeParse(request.params);
      if (!params.success) throw new AppError('SUBMISSION_NOT_FOUND');
      const { mapEmbedUrl, mapProvider, title } = await visibleSubmission(
        ctx,
        viewer,
        params.data.submissionId,
      );
      // Checked again because the URL may come from an import or an older version.
      if (mapEmbedUrl === null || policyOrigin(mapEmbedUrl) === null)
        throw new AppError('SUBMISSION_NOT_FOUND');
      return sendFramePage(reply, {
        address: mapEmbedUrl,
        title: `Map of ${title}`,
        sources: frameSources(mapEmbedUrl, mapProvider),
        origin: publicOrigin(ctx.config, request),
      });
    });
  };
