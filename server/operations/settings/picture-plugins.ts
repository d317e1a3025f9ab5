import type { FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { PICTURE_USES } from '#domain/site-pictures.ts';
import type { Context } from '#server/platform/context.ts';
import { readSessionOrToken } from '#server/platform/http/caller.ts';
import { assertAbility } from '#server/platform/http/guards.ts';
import { findPicture } from './queries.ts';

/** Takes a file of any type as the body, and only from people who may upload one. */
export const pictureUploadPlugin =
  (ctx: Context, answer: RouteHandlerMethod): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    const bodyLimit = PICTURE_USES.photo.maxBytes + 1;
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, new File([new Uint8Array(Buffer.from(body))], 'picture')),
    );
    app.addHook('onRequest', async (request) => {
      assertAbility(await readSessionOrToken(ctx, request), 'settings.manage');
    });
    app.post('/api/operator/settings/images', answer);
  };

/** The name of a picture contains its hash, so it's cached forever. */
export const brandPicturePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { file: string } }>('/brand/:file', async ({ params: { file } }, reply) => {
      const [, hash, type] = /^([\da-f]{32})-\d+x\d+\.(png|webp)$/.exec(file) ?? [];
      const found =
        hash && (await ctx.db.ask({ kind: 'anonymous' }, (tx) => findPicture(tx, hash)));
      if (!found) throw new AppError('NOT_FOUND');
      return reply
        .type(`image/${type}`)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(found.content);
    });
  };
