import type { FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '#domain/errors.ts';
import { ICON_SIZES, PICTURE_USES } from '#domain/site-pictures.ts';
import type { Context } from '#server/platform/context.ts';
import { readSessionOrToken } from '#server/platform/http/caller.ts';
import { fileUploadPlugin } from '#server/platform/http/file-upload.ts';
import { assertAbility } from '#server/platform/http/guards.ts';
import { findPicture } from '#server/platform/settings/queries.ts';

const FILE_NAME = new RegExp(
  String.raw`^([\da-f]{32})-(?:\d+x\d+|icon(${ICON_SIZES.join('|')}))\.(?:png|webp)$`,
);

/** Only from people who may upload one. */
export const pictureUploadPlugin = (ctx: Context, answer: RouteHandlerMethod) =>
  fileUploadPlugin('/api/operator/settings/images', {
    maxBytes: PICTURE_USES.photo.maxBytes,
    check: async (request) =>
      assertAbility(await readSessionOrToken(ctx, request), 'settings.manage'),
    answer,
  });

const MAX_CACHED = 20;

/** Serves uploaded pictures and the icons made from them. Their names contain a hash, so they're cached forever. */
export const brandPicturePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const icons = new LRUCache<string, Buffer>({ max: MAX_CACHED });
    const contentOf = async (file: string): Promise<Buffer> => {
      const made = icons.get(file);
      if (made) return made;
      const [, hash, size] = FILE_NAME.exec(file) ?? [];
      if (hash === undefined) throw new AppError('NOT_FOUND');
      const row = await ctx.db.ask({ kind: 'anonymous' }, (tx) => findPicture(tx, hash));
      if (!row) throw new AppError('NOT_FOUND');
      if (size === undefined) return row.content;
      const { content } = row;
      const icon = Buffer.from(await ctx.decoder.makeSiteIcon({ content, size: Number(size) }));
      icons.set(file, icon);
      return icon;
    };
    app.get<{ Params: { file: string } }>('/brand/:file', async ({ params: { file } }, reply) => {
      const content = await contentOf(file);
      return reply
        .type(file.endsWith('webp') ? 'image/webp' : 'image/png')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(content);
    });
  };
