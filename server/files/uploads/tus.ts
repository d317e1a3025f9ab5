import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import { StandaloneInput } from '#domain/stored-files.ts';
import { Sha256 } from '#domain/uploads.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { assertScope, readSessionOrToken } from '#server/platform/http/caller.ts';
import { UPLOAD_CONTENT_TYPE } from '#server/platform/http/connections.ts';
import { assertAbility, assertStillHasAbility } from '#server/platform/http/guards.ts';
import { finishUpload } from './finish.ts';
import { createUpload, discardUpload, uploadProgress } from './service.ts';
import { writersOf, type Place } from './writers.ts';

const UPLOADS_PATH = '/api/uploads';
const VERSION = '1.0.0';
const READ_AHEAD_BYTES = 1024 ** 2;

/** Doesn't include the file type, which is detected from the bytes. */
const Metadata = z.object({
  filename: z.string().nullish(),
  name: z.string().nullish(),
  /** If set, different bytes are refused. */
  sha256: Sha256.nullish(),
});

const Home = z.union([z.object({ submissionId: Id }), StandaloneInput]);

const METADATA_MESSAGES =
  'Upload-Metadata needs a filename and a submissionId, or a category for a file without a submission. A sha256 must have 64 lowercase hex digits.';

type Handler = (viewer: Viewer, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** tus 1.0 (https://tus.io/protocols/resumable-upload) with creation, creation-with-upload and termination. */
export const uploadPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onClose', await writersOf(ctx).listen());
    // No parsers, because the handlers read the body as a stream.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const at = `${UPLOADS_PATH}/:id`;
    app.options(UPLOADS_PATH, guarded(ctx, describe));
    app.post(UPLOADS_PATH, guarded(ctx, versioned(create(ctx))));
    app.head(at, guarded(ctx, versioned(sendOffset(ctx))));
    app.patch(at, guarded(ctx, versioned(add(ctx))));
    app.delete(at, guarded(ctx, versioned(remove(ctx))));
  };

/** Aborts the request when the person's rights are revoked. */
const guarded =
  (ctx: Context, handle: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await readSessionOrToken(ctx, request);
    assertScope(caller, 'uploads:write');
    const session = assertAbility(caller, 'submissions.manage');
    reply.header('tus-resumable', VERSION);
    const inProgress = {
      profileId: session.user.id,
      check: () => assertStillHasAbility(ctx, session.sessionId, 'submissions.manage'),
    };
    // Received bytes are kept, so the upload can resume in another session.
    const unwatch = ctx.revocations.watch(inProgress, () => request.raw.socket.destroy());
    try {
      return await handle(session.viewer, request, reply);
    } finally {
      unwatch();
    }
  };

const versioned =
  (handle: Handler): Handler =>
  async (viewer, request, reply) => {
    if (request.headers['tus-resumable'] === VERSION) return handle(viewer, request, reply);
    const message = `Uploads use the tus 1.0 protocol. Send Tus-Resumable: ${VERSION}.`;
    const refusal = { code: 'INVALID_INPUT', status: 412, message };
    return reply.status(412).header('tus-version', VERSION).send(refusal);
  };

const describe: Handler = async (_viewer, _request, reply) =>
  reply
    .status(204)
    .header('tus-version', VERSION)
    .header('tus-extension', 'creation,creation-with-upload,termination')
    .send();

const create =
  (ctx: Context): Handler =>
  async (viewer, request, reply) => {
    if (request.headers['upload-concat'] !== undefined) throw invalid('upload-concat');
    const values = metadataOf(String(request.headers['upload-metadata'] ?? ''));
    const metadata = Metadata.safeParse(values);
    const home = Home.safeParse(values);
    if (!metadata.success || !home.success) throw new AppError('INVALID_INPUT', METADATA_MESSAGES);
    const { filename, name, sha256 } = metadata.data;
    const id = randomUUID();
    await createUpload(ctx, viewer, {
      id,
      home: home.data,
      fileName: filename ?? name ?? '',
      fileSize: numberOf(request, 'upload-length'),
      sha256: sha256 ?? undefined,
    });
    if (request.headers['content-type'] === UPLOAD_CONTENT_TYPE)
      reply.header('upload-offset', await receive(ctx, viewer, { id, offset: 0 }, request));
    return reply.status(201).header('location', `${UPLOADS_PATH}/${id}`).send();
  };

const sendOffset =
  (ctx: Context): Handler =>
  async (viewer, request, reply) => {
    const id = idOf(request);
    await writersOf(ctx).stop(id);
    const { size, offset, isFinished } = await uploadProgress(ctx, viewer, id);
    // The previous request may have broken off after its last byte; then, the client won't send another.
    if (offset === size && !isFinished) {
      await tryToFinish(ctx, viewer, id).catch((error: unknown) => {
        // The upload didn't match its hash and was deleted, so the client must start over.
        throw new AppError('UPLOAD_NOT_FOUND', undefined, { cause: error });
      });
    }
    return reply
      .header('cache-control', 'no-store')
      .header('upload-offset', offset)
      .header('upload-length', size)
      .send();
  };

const add =
  (ctx: Context): Handler =>
  async (viewer, request, reply) => {
    if (request.headers['content-type'] !== UPLOAD_CONTENT_TYPE) {
      const message = `Send the bytes of an upload with Content-Type: ${UPLOAD_CONTENT_TYPE}.`;
      throw new AppError('INVALID_INPUT', message);
    }
    const place = { id: idOf(request), offset: numberOf(request, 'upload-offset') };
    const offset = await receive(ctx, viewer, place, request);
    return reply.status(204).header('upload-offset', offset).send();
  };

const remove =
  (ctx: Context): Handler =>
  async (viewer, request, reply) => {
    await discardUpload(ctx, viewer, { id: idOf(request) });
    return reply.status(204).send();
  };

/** Returns the new offset. Finishes the upload when the last byte has arrived. */
async function receive(
  ctx: Context,
  viewer: Viewer,
  place: Place,
  { raw }: FastifyRequest,
): Promise<number> {
  const { offset, isWhole } = await writersOf(ctx).write(viewer, place, bodyOf(raw));
  if (isWhole) await tryToFinish(ctx, viewer, place.id);
  return offset;
}

/**
 * If the connection breaks, the stream ends there. Destroying the stream leaves the connection open for the response.
 */
function bodyOf(request: IncomingMessage): Readable {
  const body = new PassThrough({ highWaterMark: READ_AHEAD_BYTES });
  body.on('error', () => {}); // The reader gets the error.
  request.pipe(body);
  request.once('close', () => body.end());
  // Discard the rest, because a client that is still sending doesn't read the response.
  body.once('close', () => request.resume());
  return body;
}

/** Throws only UPLOAD_DIFFERS. After other errors, the bytes are safe and the sweep finishes the upload. */
async function tryToFinish(ctx: Context, viewer: Viewer, id: string) {
  await finishUpload(ctx, viewer, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'UPLOAD_DIFFERS') throw error;
    ctx.log.error({ err: error, uploadId: id }, 'upload received but not finished yet');
  });
}

function idOf({ params }: FastifyRequest): string {
  const id = Id.safeParse((params as { id: string }).id);
  if (!id.success) throw new AppError('UPLOAD_NOT_FOUND');
  return id.data;
}

function numberOf({ headers }: FastifyRequest, name: string): number {
  const text = String(headers[name]);
  if (!/^\d{1,15}$/.test(text)) throw invalid(name);
  return Number(text);
}

const invalid = (name: string) => new AppError('INVALID_INPUT', `Invalid upload header: ${name}.`);

/** Keys with optional Base64 values, such as 'name aGF1cw==,isDraft'. */
const metadataOf = (header: string) =>
  Object.fromEntries(
    header.split(',').map((pair) => {
      const [key, value] = pair.trim().split(' ');
      return [key, value === undefined ? null : Buffer.from(value, 'base64').toString()];
    }),
  ) as Record<string, string | null>;
