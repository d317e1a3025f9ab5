import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { PRESETS } from '#domain/pictures.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { derivativesPath, originalPath } from '#server/platform/http/media-url.ts';
import type { Recipient } from '#server/platform/auth/person.ts';
import { passCheck } from '#server/platform/http/share-pass.ts';
import { sendBytes, type Sendable } from '#server/platform/http/send-bytes.ts';
import { presetKey, videoKey } from '#server/platform/storage/storage.ts';
import { createDerivativeCache, type DerivativeCache } from './derivative-cache.ts';
import { inlineType, safeType } from './media-types.ts';
import { assertShared, originalOf } from './service.ts';

/** The address is the right to see it, and its bytes never change. */
const SESSION_CACHE = 'private, max-age=21600, immutable';
/** A browser must ask each time, so that nothing outlives the right to it. */
const ASKING_CACHE = 'private, no-cache';
/** Should an original be opened by itself, nothing in it runs and nothing is loaded. */
const ORIGINAL_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

type FileParams = { fileId: string; seal: string };

/** Every derivative there is: name at the end of the address, key in storage, media type. */
const DERIVATIVES = new Map<string, { key: (fileId: string) => string; type: string }>([
  ...PRESETS.map((preset): [string, { key: (fileId: string) => string; type: string }] => [
    `w${preset}.webp`,
    { key: (fileId) => presetKey(fileId, preset), type: 'image/webp' },
  ]),
  ['video.mp4', { key: videoKey, type: 'video/mp4' }],
]);

/**
 * Pictures, videos and originals behind signed addresses (see media-url.ts). Pictures and videos
 * handed out to someone signed in need no look-up; originals, and all that is handed out under a
 * share link, are looked up at every request, and a link with a password asks for its pass as well.
 */
export const mediaPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const cache = createDerivativeCache(ctx.storage);
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
        assertSealed(ctx, derivativesPath({ kind: 'session' }, fileId), seal);
        return sendDerivative(request, reply, { ctx, cache, fileId, name, caching: SESSION_CACHE });
      },
    });
    app.route<{ Params: FileParams & { shareLinkId: string; name: string } }>({
      ...options,
      url: '/media/s/:shareLinkId/f/:fileId/:seal/:name',
      async handler(request, reply) {
        const { shareLinkId, fileId, seal, name } = request.params;
        assertSealed(ctx, derivativesPath({ kind: 'share', shareLinkId }, fileId), seal);
        const visitor = { shareLinkId, assertUnlocked: passCheck(ctx, request.headers.cookie) };
        const recheck = () => assertShared(ctx, visitor, fileId);
        await recheck();
        return sendDerivative(request, reply, {
          ctx,
          cache,
          fileId,
          name,
          caching: ASKING_CACHE,
          recheck,
        });
      },
    });
    app.route<{ Params: FileParams & { profileId: string } }>({
      ...options,
      url: '/media/p/:profileId/o/:fileId/:seal/:name',
      handler: (request, reply) =>
        sendOriginal(ctx, request, reply, { kind: 'person', profileId: request.params.profileId }),
    });
    app.route<{ Params: FileParams & { shareLinkId: string } }>({
      ...options,
      url: '/media/s/:shareLinkId/o/:fileId/:seal/:name',
      handler: (request, reply) =>
        sendOriginal(ctx, request, reply, {
          kind: 'share',
          shareLinkId: request.params.shareLinkId,
        }),
    });
  };

function assertSealed({ signer }: Context, path: string, seal: string) {
  if (!signer.verify(path, seal)) throw new AppError('FILE_NOT_FOUND');
}

type DerivativeSource = {
  ctx: Context;
  cache: DerivativeCache;
  fileId: string;
  name: string;
  caching: string;
  recheck?: Sendable['recheck'];
};

async function sendDerivative(
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, cache, fileId, name, caching, recheck }: DerivativeSource,
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
  ctx: Context,
  request: FastifyRequest<{ Params: FileParams }>,
  reply: FastifyReply,
  recipient: Recipient,
) {
  const { fileId, seal } = request.params;
  assertSealed(ctx, originalPath(recipient, fileId), seal);
  const requester = { recipient, assertUnlocked: passCheck(ctx, request.headers.cookie) };
  const recheck = () => originalOf(ctx, requester, fileId);
  const row = await recheck();
  const wantsInline = Object.hasOwn(request.query as object, 'inline');
  const shown = wantsInline ? inlineType(row.fileType) : null;
  const headers = {
    'content-type': shown ?? safeType(row.fileType),
    'content-disposition': contentDisposition(shown ? 'inline' : 'attachment', row.fileName),
    'content-security-policy': ORIGINAL_POLICY,
    'cache-control': ASKING_CACHE,
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
