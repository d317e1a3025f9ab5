import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { readTileRequest, type Tile, type Tiles } from '#server/maps/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Recipient } from '#server/platform/auth/person.ts';
import { derivativesPath, readPictured } from '#server/platform/http/media-url.ts';
import { partyOf, whileWanted } from '#server/platform/http/places.ts';
import { requesterOf } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { soon, type Soon } from '#server/platform/soon.ts';
import type { SeenFiles } from '../files/media/seen-files.ts';
import { assertSealed, assertSeen } from '../files/media/service.ts';

export type TileParams = { fileId: string; seal: string; z: string; x: string; name: string };

type TileParts = { ctx: Context; seen: SeenFiles; tiles: Tiles };

/** Sends a tile of a map, sealed and remembered as pictures are; of a change, to whoever sees both surveys. */
export function sendTile(
  { ctx, seen, tiles }: TileParts,
  request: FastifyRequest<{ Params: TileParams }>,
  reply: FastifyReply,
  { recipient, caching }: { recipient: Recipient; caching: string },
): Soon<void> {
  const { fileId, posterVersion } = readPictured(request.params.fileId);
  assertSealed(ctx, derivativesPath(recipient, fileId, posterVersion), request.params.seal);
  const asked = readTileRequest(request.params, request.query);
  const { before } = asked;
  const headers = { 'content-type': 'image/webp', 'cache-control': caching };
  return soon(requesterOf(ctx, request, recipient), (requester) => {
    if (!requester) throw new AppError('FILE_NOT_FOUND');
    const send = ({ bytes, etag }: Tile) => {
      // It may have taken a while to draw: nobody gets it who may not see it any more.
      const stillSeen = assertSeen(seen, requester, fileId);
      return soon(stillSeen, () =>
        sendBytes(request, reply, { size: bytes.length, etag, bytes, headers }),
      );
    };
    return soon(assertSeen(seen, requester, fileId), () =>
      soon(before === null ? undefined : assertSeen(seen, requester, before), () =>
        soon(
          ctx.atOnce.tiles(partyOf(requester, request), () =>
            whileWanted(request, reply, () => tiles({ fileId, version: posterVersion }, asked)),
          ),
          send,
        ),
      ),
    );
  });
}
