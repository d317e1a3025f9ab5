import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { originalPath } from '#server/platform/http/media-url.ts';
import { takeSlot, openInSlot, partyOf } from '#server/platform/http/concurrency.ts';
import type { Recipient } from '#server/platform/auth/recipient.ts';
import { recipientRoutes } from '#server/platform/http/recipient-routes.ts';
import { requesterOf, watchAccess } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { createDerivativeCache } from './derivative-cache.ts';
import { REVALIDATE, CACHING } from './caching.ts';
import { findDerivative, type DerivativeName, type MediaParts } from './derivatives.ts';
import type { VisibleFiles } from './visible-files.ts';
import { assertSigned, assertStillVisible, originalOf } from './service.ts';

/** Prevents an original that is opened as a page from running or loading anything. */
const ORIGINAL_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** Types that browsers show without running scripts, so not SVG. */
const SHOWN =
  /^(?:image\/(?:jpeg|png|webp|gif|avif|tiff|bmp|heic|heif)|(?:video|audio)\/[a-z0-9.+-]+)$/;

/** Returns null for types that can only be downloaded. */
const inlineType = (fileType: string): string | null => (SHOWN.test(fileType) ? fileType : null);

/** Types that our pages could load as a script or style are sent as plain bytes. */
const safeType = (fileType: string): string =>
  SHOWN.test(fileType) || fileType === 'application/pdf' ? fileType : 'application/octet-stream';

type FileParams = { fileId: string; seal: string };

/** A signed URL (media-url.ts) works only in its person's sessions, or while its share link is open and unlocked. */
export const mediaPlugin =
  (ctx: Context, seen: VisibleFiles): FastifyPluginAsync =>
  async (app) => {
    const parts = { ctx, cache: createDerivativeCache(ctx.storage), seen };
    // Share one logger, because one per request is too slow for thousands of pictures per second.
    app.setChildLoggerFactory((logger) => logger);

    recipientRoutes<DerivativeName>(
      app,
      { prefix: '/media', rest: '/f/:fileId/:seal/:name' },
      (request, reply, recipient) => sendDerivative(parts, request, reply, recipient),
    );
    recipientRoutes<FileParams>(
      app,
      { prefix: '/media', rest: '/o/:fileId/:seal/:name' },
      (request, reply, recipient) => sendOriginal(ctx, request, reply, recipient),
    );
  };

async function sendDerivative(
  parts: MediaParts,
  request: FastifyRequest<{ Params: DerivativeName }>,
  reply: FastifyReply,
  recipient: Recipient,
) {
  const { ctx, seen } = parts;
  const params = { ...request.params, recipient };
  const { found, key, type, fileId, requester } = await findDerivative(parts, request, params);
  const { size, etag, bytes } = found;
  if (type === 'video/mp4') takeSlot(ctx.atOnce.files, reply.raw, partyOf(requester, request));
  return sendBytes(request, reply, {
    size,
    etag,
    bytes: bytes ?? ((range) => ctx.storage.open(key, range)),
    headers: { 'content-type': type, 'cache-control': CACHING[recipient.kind] },
    watch: watchAccess(ctx, requester, () => assertStillVisible(ctx, seen, requester, fileId)),
  });
}

async function sendOriginal(
  ctx: Context,
  request: FastifyRequest<{ Params: FileParams }>,
  reply: FastifyReply,
  recipient: Recipient,
) {
  const { fileId, seal } = request.params;
  assertSigned(ctx, originalPath(recipient, fileId), seal);
  const requester = await requesterOf(ctx, request, recipient);
  if (!requester) throw new AppError('FILE_NOT_FOUND');
  const allowed = () => originalOf(ctx, requester, fileId);
  const row = await openInSlot(ctx, 'files', { request, reply, requester }, allowed);
  const wantsInline = Object.hasOwn(request.query as object, 'inline');
  const shown = wantsInline ? inlineType(row.fileType) : null;
  const headers = {
    'content-type': shown ?? safeType(row.fileType),
    'content-disposition': contentDisposition(shown ? 'inline' : 'attachment', row.fileName),
    'content-security-policy': ORIGINAL_POLICY,
    'cache-control': REVALIDATE,
  };
  return sendBytes(request, reply, {
    size: row.fileSize,
    etag: `"${row.sha256}"`,
    bytes: (range) => ctx.storage.open(row.filePath, range),
    headers,
    watch: watchAccess(ctx, requester, allowed),
  });
}
