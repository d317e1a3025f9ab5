import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { PRESETS } from '#domain/pictures.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { sendBytes, type Sendable } from '#server/platform/http/send-bytes.ts';
import { presetKey, videoKey } from '#server/platform/storage/storage.ts';
import { createDerivativeCache, type DerivativeCache } from './derivative-cache.ts';
import { inlineType, safeType } from './media-types.ts';
import type { OriginalRow } from './queries.ts';
import { assertShared, originalOf, sharedOriginalOf } from './service.ts';

/** The address is the right to see it, and its bytes never change. */
const SESSION_CACHE = 'private, max-age=21600, immutable';
/** A browser must ask each time, so that nothing of a share outlives it. */
const SHARE_CACHE = 'private, no-cache';
/** Should an original be opened by itself, nothing in it runs and nothing is loaded. */
const ORIGINAL_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

type FileParams = { fileId: string; seal: string };
type ShareParams = FileParams & { shareLinkId: string };

/** Every derivative there is: name at the end of the address, key in storage, media type. */
const DERIVATIVES = new Map<string, { key: (fileId: string) => string; type: string }>([
  ...PRESETS.map((preset): [string, { key: (fileId: string) => string; type: string }] => [
    `w${preset}.webp`,
    { key: (fileId) => presetKey(fileId, preset), type: 'image/webp' },
  ]),
  ['video.mp4', { key: videoKey, type: 'video/mp4' }],
]);

/**
 * Pictures, videos and originals behind signed addresses (see media-url.ts). Those handed out to
 * someone signed in need no look-up; those of a share are looked up at every request.
 */
export const mediaPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const cache = createDerivativeCache(ctx.storage);
    const assertSealed = (path: string, seal: string) => {
      if (!ctx.signer.verify(path, seal)) throw new AppError('FILE_NOT_FOUND');
    };
    const options = { method: ['GET', 'HEAD'], exposeHeadRoute: false };
    // Thousands of pictures a second need no logger of their own each.
    app.setChildLoggerFactory((logger) => logger);
    app.setErrorHandler((error, _request, reply) => {
      reply.header('cache-control', 'no-store');
      throw error;
    });

    app.route<{ Params: FileParams & { name: string } }>({
      ...options,
      url: '/media/f/:fileId/:seal/:name',
      handler(request, reply) {
        const { fileId, seal, name } = request.params;
        assertSealed(`f/${fileId}`, seal);
        return sendDerivative(request, reply, { ctx, cache, fileId, name, caching: SESSION_CACHE });
      },
    });
    app.route<{ Params: ShareParams & { name: string } }>({
      ...options,
      url: '/media/s/:shareLinkId/f/:fileId/:seal/:name',
      async handler(request, reply) {
        const { shareLinkId, fileId, seal, name } = request.params;
        assertSealed(`s/${shareLinkId}/f/${fileId}`, seal);
        const recheck = () => assertShared(ctx, shareLinkId, fileId);
        await recheck();
        return sendDerivative(request, reply, {
          ctx,
          cache,
          fileId,
          name,
          caching: SHARE_CACHE,
          recheck,
        });
      },
    });
    app.route<{ Params: FileParams }>({
      ...options,
      url: '/media/o/:fileId/:seal/:name',
      async handler(request, reply) {
        const { fileId, seal } = request.params;
        assertSealed(`o/${fileId}`, seal);
        return sendOriginal(request, reply, {
          ctx,
          row: await originalOf(ctx, fileId),
          caching: SESSION_CACHE,
        });
      },
    });
    app.route<{ Params: ShareParams }>({
      ...options,
      url: '/media/s/:shareLinkId/o/:fileId/:seal/:name',
      async handler(request, reply) {
        const { shareLinkId, fileId, seal } = request.params;
        assertSealed(`s/${shareLinkId}/o/${fileId}`, seal);
        const recheck = () => sharedOriginalOf(ctx, shareLinkId, fileId);
        const row = await recheck();
        return sendOriginal(request, reply, { ctx, row, caching: SHARE_CACHE, recheck });
      },
    });
  };

type How = { ctx: Context; caching: string; recheck?: Sendable['recheck'] };

async function sendDerivative(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    ctx,
    cache,
    fileId,
    name,
    caching,
    recheck,
  }: How & { cache: DerivativeCache; fileId: string; name: string },
) {
  const kind = DERIVATIVES.get(name);
  if (!kind) throw new AppError('FILE_NOT_FOUND');
  const key = kind.key(fileId);
  const found = await cache.find(key);
  if (!found) throw new AppError('FILE_NOT_FOUND');
  const headers = {
    'content-type': kind.type,
    'cache-control': caching,
    'x-content-type-options': 'nosniff',
  };
  const bytes: Sendable['bytes'] = found.bytes ?? ((range) => ctx.storage.open(key, range));
  return sendBytes(request, reply, { size: found.size, etag: found.etag, bytes, headers, recheck });
}

async function sendOriginal(
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, row, caching, recheck }: How & { row: OriginalRow },
) {
  const wantsInline = Object.hasOwn(request.query as object, 'inline');
  const shown = wantsInline ? inlineType(row.fileType) : null;
  const headers = {
    'content-type': shown ?? safeType(row.fileType),
    'content-disposition': contentDisposition(shown ? 'inline' : 'attachment', row.fileName),
    'content-security-policy': ORIGINAL_POLICY,
    'cache-control': caching,
    'x-content-type-options': 'nosniff',
  };
  return sendBytes(request, reply, {
    size: row.fileSize,
    etag: `"${row.sha256}"`,
    bytes: (range) => ctx.storage.open(row.filePath, range),
    headers,
    recheck,
  });
}
