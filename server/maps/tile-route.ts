import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import {
  assertSigned,
  assertVisible,
  CACHING,
  type VisibleFiles,
} from '#server/files/media/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Recipient } from '#server/platform/auth/recipient.ts';
import { derivativesPath, parsePictureName } from '#server/platform/http/media-url.ts';
import { partyOf, unlessDisconnected } from '#server/platform/http/concurrency.ts';
import { recipientRoutes } from '#server/platform/http/recipient-routes.ts';
import { requesterOf } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { readTileRequest } from './tile-request.ts';
import { createTiles, type Tiles } from './tiles.ts';

type TileParams = { fileId: string; seal: string; z: string; x: string; name: string };

type Parts = { ctx: Context; seen: VisibleFiles; tiles: Tiles };

export const tilePlugin =
  (ctx: Context, seen: VisibleFiles): FastifyPluginAsync =>
  async (app) => {
    const parts = { ctx, seen, tiles: createTiles(ctx) };
    app.setChildLoggerFactory((logger) => logger);
    recipientRoutes<TileParams>(
      app,
      { prefix: '/media', rest: '/f/:fileId/:seal/tiles/:z/:x/:name' },
      (request, reply, recipient) => sendTile(parts, request, reply, recipient),
    );
  };

/** A tile that shows the change between two surveys requires access to both. */
async function sendTile(
  { ctx, seen, tiles }: Parts,
  request: FastifyRequest<{ Params: TileParams }>,
  reply: FastifyReply,
  recipient: Recipient,
) {
  const { fileId, posterVersion } = parsePictureName(request.params.fileId);
  assertSigned(ctx, derivativesPath(recipient, fileId, posterVersion), request.params.seal);
  const tileRequest = readTileRequest(request.params, request.query);
  const requester = await requesterOf(ctx, request, recipient);
  if (!requester) throw new AppError('FILE_NOT_FOUND');
  await assertVisible(seen, requester, fileId);
  if (tileRequest.earlierFileId !== null)
    await assertVisible(seen, requester, tileRequest.earlierFileId);
  const { bytes, etag } = await ctx.atOnce.tiles(partyOf(requester, request), () =>
    unlessDisconnected(request, reply, () =>
      tiles({ fileId, version: posterVersion }, tileRequest),
    ),
  );
  // Check again, because access may have been revoked while the tile was drawn.
  await assertVisible(seen, requester, fileId);
  const headers = { 'content-type': 'image/webp', 'cache-control': CACHING[recipient.kind] };
  return sendBytes(request, reply, { size: bytes.length, etag, bytes, headers });
}
