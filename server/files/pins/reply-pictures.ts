import type { FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import { byteSize } from '#domain/byte-size.ts';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import { MAX_REPLY_PICTURE_BYTES, REPLY_PICTURE_SIDE } from '#domain/pins.ts';
import type { Context } from '#server/platform/context.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { assertScope, readSessionOrToken } from '#server/platform/http/caller.ts';
import { partyOfCaller } from '#server/platform/http/concurrency.ts';
import { fileUploadPlugin } from '#server/platform/http/file-upload.ts';
import { assertSignedIn } from '#server/platform/http/guards.ts';
import { addReplyPicture, findReplyPicture, lockPin } from './queries.ts';
import { pinIn, saveReply } from './service.ts';

/** A JPEG without metadata. Throws FILE_TOO_LARGE and the errors of `makeSitePicture`. */
export async function replyPictureOf({ decoder }: Pick<Context, 'decoder'>, file: File) {
  if (file.size > MAX_REPLY_PICTURE_BYTES) {
    const limit = byteSize(MAX_REPLY_PICTURE_BYTES);
    throw new AppError('FILE_TOO_LARGE', `This picture is too large. The limit is ${limit}.`);
  }
  const content = new Uint8Array(await file.arrayBuffer());
  const made = await decoder.makeSitePicture({ content, side: REPLY_PICTURE_SIDE, type: 'jpeg' });
  return Buffer.from(made.content);
}

type Upload = { params: { id: string; replyId: string }; body: File };

/** Creates the reply, or adds the picture to the viewer's own. Throws PIN_NOT_FOUND, ACCESS_DENIED, FILE_…. */
export async function setReplyPicture(ctx: Context, viewer: Viewer, { params, body }: Upload) {
  const { id, replyId } = params;
  const picture = await replyPictureOf(ctx, body);
  return ctx.db.as(viewer, async (tx) => {
    const pin = await lockPin(tx, id);
    if (!pin) throw new AppError('PIN_NOT_FOUND');
    const createdBy = profileOf(viewer);
    const reply = await findReplyPicture(tx, replyId);
    if (!reply)
      await saveReply(ctx, tx, pin, { replyId, text: '', picture, createdBy, guestEmail: null });
    else if (reply.pinId !== id || reply.createdBy !== createdBy)
      throw new AppError('ACCESS_DENIED');
    else await addReplyPicture(tx, replyId, picture);
    return pinIn(ctx, tx, id);
  });
}

export const replyPictureUploadPlugin = (ctx: Context, answer: RouteHandlerMethod) =>
  fileUploadPlugin('/api/pins/:id/replies/:replyId/picture', {
    maxBytes: MAX_REPLY_PICTURE_BYTES,
    check: async (request) => assertSignedIn(await readSessionOrToken(ctx, request)),
    answer,
  });

export const replyPicturePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { replyId: string } }>('/pin-pictures/:replyId', async (request, reply) => {
      const session = await readSessionOrToken(ctx, request);
      assertScope(session, 'pins:read');
      const { viewer } = assertSignedIn(session);
      const { replyId } = request.params;
      const row = Id.safeParse(replyId).success
        ? await ctx.atOnce.turns(partyOfCaller(session, request), () =>
            ctx.db.ask(viewer, (tx) => findReplyPicture(tx, replyId)),
          )
        : undefined;
      if (!row?.picture) throw new AppError('NOT_FOUND');
      return reply.type('image/jpeg').header('cache-control', 'no-store').send(row.picture);
    });
  };
