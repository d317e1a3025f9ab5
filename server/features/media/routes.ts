import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { PRESETS } from '#domain/pictures.ts';
import { createTiles } from '#server/features/maps/service.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { derivativesPath, originalPath, readPictured } from '#server/platform/http/media-url.ts';
import type { Recipient } from '#server/platform/auth/person.ts';
import { recipientRoutes } from '#server/platform/http/recipient-routes.ts';
import { requesterOf, whileAllowed } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { soon, type Soon } from '#server/platform/soon.ts';
import { presetKey, videoKey, type ByteRange } from '#server/platform/storage/storage.ts';
import {
  createDerivativeCache,
  type Derivative,
  type DerivativeCache,
} from './derivative-cache.ts';
import { inlineType, safeType } from './media-types.ts';
import { createSeenFiles, type SeenFiles } from './seen-files.ts';
import { assertSeen, assertSealed, assertStillSeen, originalOf } from './service.ts';
import { sendTile, type TileParams } from './tile-route.ts';

/** A browser must ask each time, so that nothing outlives the right to it. */
const ASKING_CACHE = 'private, no-cache';
/** The bytes of a derivative never change, and what a person's browser has it may keep: the server is asked anew by every other. */
const CACHING = { person: 'private, max-age=21600, immutable', share: ASKING_CACHE };
/** Should an original be opened by itself, nothing in it runs and nothing is loaded. */
const ORIGINAL_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

type FileParams = { fileId: string; seal: string };

type KeyOf = (fileId: string, posterVersion: number) => string;

/** Every derivative there is: name at the end of the address, key in storage, media type. */
const DERIVATIVES = new Map<string, { key: KeyOf; type: string }>([
  ...PRESETS.map((preset): [string, { key: KeyOf; type: string }] => [
    `w${preset}.webp`,
    { key: (fileId, version) => presetKey(fileId, preset, version), type: 'image/webp' },
  ]),
  ['video.mp4', { key: videoKey, type: 'video/mp4' }],
]);

/**
 * Pictures, videos and originals behind signed addresses (see media-url.ts). An address made for a person
 * works in a session of theirs only, one made under a share link while that is open, with the pass of its
 * password. Who sees which picture or video is remembered (see seen-files.ts); originals are looked up.
 */
export const mediaPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const cache = createDerivativeCache(ctx.storage);
    const seen = createSeenFiles(ctx);
    app.addHook('onClose', async () => seen.close());
    const parts = { ctx, cache, seen };
    const tileParts = { ctx, seen, tiles: createTiles(ctx) };
    // Thousands of pictures a second need no logger of their own each.
    app.setChildLoggerFactory((logger) => logger);

    recipientRoutes<FileParams & { name: string }>(
      app,
      { prefix: '/media', rest: '/f/:fileId/:seal/:name' },
      (request, reply, recipient) => sendDerivative(parts, request, reply, recipient),
    );
    recipientRoutes<TileParams>(
      app,
      { prefix: '/media', rest: '/f/:fileId/:seal/tiles/:z/:x/:name' },
      (request, reply, recipient) =>
        sendTile(tileParts, request, reply, { recipient, caching: CACHING[recipient.kind] }),
    );
    recipientRoutes<FileParams>(
      app,
      { prefix: '/media', rest: '/o/:fileId/:seal/:name' },
      (request, reply, recipient) => sendOriginal(ctx, request, reply, recipient),
    );
  };

type Parts = { ctx: Context; cache: DerivativeCache; seen: SeenFiles };

type DerivativeRequest = FastifyRequest<{ Params: FileParams & { name: string } }>;

function sendDerivative(
  { ctx, cache, seen }: Parts,
  request: DerivativeRequest,
  reply: FastifyReply,
  recipient: Recipient,
): Soon<void> {
  const { seal, name } = request.params;
  const { fileId, posterVersion } = readPictured(request.params.fileId);
  assertSealed(ctx, derivativesPath(recipient, fileId, posterVersion), seal);
  const kind = DERIVATIVES.get(name);
  if (!kind) throw new AppError('FILE_NOT_FOUND');
  const key = kind.key(fileId, posterVersion);
  const headers = { 'content-type': kind.type, 'cache-control': CACHING[recipient.kind] };
  return soon(requesterOf(ctx, request, recipient), (requester) => {
    if (!requester) throw new AppError('FILE_NOT_FOUND');
    const send = (found: Derivative | null) => {
      if (!found) throw new AppError('FILE_NOT_FOUND');
      const { size, etag } = found;
      const bytes = found.bytes ?? ((range: ByteRange) => ctx.storage.open(key, range));
      const watch = whileAllowed(ctx, requester, () =>
        assertStillSeen(ctx, seen, requester, fileId),
      );
      return sendBytes(request, reply, { size, etag, bytes, headers, watch });
    };
    return soon(assertSeen(seen, requester, fileId), () => soon(cache.find(key), send));
  });
}

async function sendOriginal(
  ctx: Context,
  request: FastifyRequest<{ Params: FileParams }>,
  reply: FastifyReply,
  recipient: Recipient,
) {
  const { fileId, seal } = request.params;
  assertSealed(ctx, originalPath(recipient, fileId), seal);
  const requester = await requesterOf(ctx, request, recipient);
  if (!requester) throw new AppError('FILE_NOT_FOUND');
  const allowed = () => originalOf(ctx, requester, fileId);
  const row = await allowed();
  const wantsInline = Object.hasOwn(request.query as object, 'inline');
  const shown = wantsInline ? inlineType(row.fileType) : null;
  const headers = {
    'content-type': shown ?? safeType(row.fileType),
    'content-disposition': contentDisposition(shown ? 'inline' : 'attachment', row.fileName),
    'content-security-policy': ORIGINAL_POLICY,
    'cache-control': ASKING_CACHE,
  };
  return sendBytes(request, reply, {
    size: row.fileSize,
    etag: `"${row.sha256}"`,
    bytes: (range) => ctx.storage.open(row.filePath, range),
    headers,
    watch: whileAllowed(ctx, requester, allowed),
  });
}
