import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { parseDriveLink } from '#domain/drive-address.ts';
import { driveLinksIn, isDriveFile } from '#domain/drive-links.ts';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { assertSignedIn } from '#server/platform/http/guards.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { sendFramePage } from './frame-page.ts';
import { visibleSubmission } from './service.ts';

const Params = z.object({ submissionId: Id, linkId: z.string().max(120) });

/** Serves only videos linked in the submission's text. Drive allows only `/preview` URLs in frames. */
export const drivePreviewPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get('/drive-previews/:submissionId/:linkId', async (request, reply) => {
      const { viewer } = assertSignedIn(await readSession(ctx, request));
      const params = Params.safeParse(request.params);
      if (!params.success) throw new AppError('SUBMISSION_NOT_FOUND');
      const { submissionId, linkId } = params.data;
      const { contentText } = await visibleSubmission(ctx, viewer, submissionId);
      const link = driveLinksIn(contentText ?? '').find(({ id }) => id === linkId);
      const target = link && isDriveFile(link) ? parseDriveLink(link.url) : null;
      if (!link || !target) throw new AppError('FILE_NOT_FOUND');
      const { web } = ctx.config.drive.bases;
      const key = target.resourceKey ? `?resourcekey=${target.resourceKey}` : '';
      return sendFramePage(reply, {
        address: `${web}/file/d/${target.id}/preview${key}`,
        title: link.name ?? 'Video in Google Drive',
        sources: [new URL(web).origin],
        origin: publicOrigin(ctx.config, request),
        allowed: 'allow-popups allow-presentation',
      });
    });
  };
