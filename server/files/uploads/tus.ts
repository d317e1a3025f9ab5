import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { DataStore, Server, Upload } from '@tus/server';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import { StandaloneInput } from '#domain/stored-files.ts';
import { Sha256 } from '#domain/uploads.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { toAppError } from '#server/platform/http/api-error.ts';
import { finishUpload } from './finish.ts';
import { createUpload, discardUpload, uploadProgress } from './service.ts';
import type { Writers } from './writers.ts';

/** Where uploads are announced; one is continued at `${UPLOADS_PATH}/{id}`. */
export const UPLOADS_PATH = '/api/uploads';

/** What a client says of a file. Its type is not asked for: that is seen from the bytes. */
const Metadata = z.object({
  filename: z.string().nullish(),
  name: z.string().nullish(),
  /** Of all bytes, for who knows it: when others arrive, the upload is refused. */
  sha256: Sha256.nullish(),
});

const Home = z.union([z.object({ submissionId: Id }), StandaloneInput]);

const METADATA_MESSAGES =
  'Upload-Metadata must name the submissionId, or the category of a file of no submission, and the filename. A sha256 has 64 digits in lower-case hex.';

export type TusHandler = (
  viewer: Viewer,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

/** Resumable uploads by the tus protocol 1.0 (tus.io), with creation, creation-with-upload, termination. */
export function createTus(ctx: Context, writers: Writers): TusHandler {
  const viewers = new AsyncLocalStorage<Viewer>();
  const viewer = () => viewers.getStore() ?? ({ kind: 'anonymous' } as const);
  const server = new WordedServer({
    path: UPLOADS_PATH,
    datastore: new UploadRows(ctx, writers, viewer),
    relativeLocation: true,
    // None: pages of other sites have no business here.
    allowedOrigins: [],
    // Whoever comes back takes over at once from a connection that is only half dead.
    lockDrainTimeout: 1,
    namingFunction: () => randomUUID(),
    getFileIdFromRequest: (_request, last) => (Id.safeParse(last).success ? last : undefined),
    onUploadCreate: async (_request, upload) => {
      const metadata = Metadata.safeParse(upload.metadata);
      const home = Home.safeParse(upload.metadata);
      if (!metadata.success || !home.success)
        throw new AppError('INVALID_INPUT', METADATA_MESSAGES);
      const { filename, name, sha256 } = metadata.data;
      const { id, size: fileSize = 0 } = upload;
      const fileName = filename ?? name ?? '';
      const file = { id, home: home.data, fileName, fileSize, sha256: sha256 ?? undefined };
      await createUpload(ctx, viewer(), file);
      return {};
    },
    onUploadFinish: async (_request, { id }) => {
      await finishOrLeave(ctx, viewer(), id);
      return {};
    },
    onResponseError: (_request, error) => {
      const { code, status, message } = answerOf(ctx, error);
      return { status_code: status, body: JSON.stringify({ code, status, message }) };
    },
  });
  return (whose, request, response) => viewers.run(whose, () => server.handle(request, response));
}

/** Answers failures as the rest of the API does: the library writes its own as plain text. */
class WordedServer extends Server {
  override async write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set('content-type', 'application/json; charset=utf-8');
    if (body?.startsWith('{')) return super.write(context, headers, status, body);
    const answer: Answer = { code: 'INVALID_INPUT', status, message: protocolMessage(body ?? '') };
    return super.write(context, headers, status, JSON.stringify(answer));
  }
}

/** What the library says of a request that does not keep to the protocol, and what to do about it. */
function protocolMessage(text: string): string {
  const said = text.trim();
  if (said === 'Invalid content-type') {
    return 'The bytes of an upload are sent with Content-Type: application/offset+octet-stream.';
  }
  if (said.startsWith('Invalid ')) return `A header of the upload is not valid: ${said.slice(8)}.`;
  if (said === 'Tus-Resumable Required') {
    return 'Uploads use the tus 1.0 protocol: send Tus-Resumable: 1.0.0.';
  }
  return said;
}

/** The protocol's view of the rows in `uploads` and their bytes. */
class UploadRows extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination'];
  readonly #ctx: Context;
  readonly #writers: Writers;
  readonly #viewer: () => Viewer;

  constructor(ctx: Context, writers: Writers, viewer: () => Viewer) {
    super();
    this.#ctx = ctx;
    this.#writers = writers;
    this.#viewer = viewer;
  }

  override async getUpload(id: string): Promise<Upload> {
    await this.#writers.quiet(id);
    const { size, offset, isFinished } = await uploadProgress(this.#ctx, this.#viewer(), id);
    // The last request may have been cut off after its last byte: nobody will send another.
    if (offset === size && !isFinished) await this.#finish(id);
    return new Upload({ id, size, offset });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    return this.#writers.write(this.#viewer(), { id, offset }, source);
  }

  override async remove(id: string): Promise<void> {
    await discardUpload(this.#ctx, this.#viewer(), { id });
  }

  /** Whoever asks after an upload that turned out to differ begins anew: it is gone. */
  async #finish(id: string): Promise<void> {
    await finishOrLeave(this.#ctx, this.#viewer(), id).catch((error: unknown) => {
      throw new AppError('UPLOAD_NOT_FOUND', undefined, { cause: error });
    });
  }
}

/**
 * The bytes are safe whatever happens here: what fails now is done by the sweep. Rejects only with
 * UPLOAD_DIFFERS.
 */
async function finishOrLeave(ctx: Context, viewer: Viewer, id: string) {
  await finishUpload(ctx, viewer, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'UPLOAD_DIFFERS') throw error;
    ctx.log.error({ err: error, uploadId: id }, 'upload received but not finished yet');
  });
}

type Answer = { code: string; status: number; message: string };

/** The library's own failures are objects with a status and a text of the protocol. */
function answerOf(ctx: Context, error: unknown): Answer {
  const thrown = z.object({ status_code: z.int(), body: z.string() }).safeParse(error);
  if (!thrown.success) return toAppError(error, ctx.log);
  const { status_code: status, body } = thrown.data;
  if (status === 404 || status === 410) return new AppError('UPLOAD_NOT_FOUND');
  if (status === 413) return new AppError('FILE_TOO_LARGE');
  return { code: 'INVALID_INPUT', status, message: body.trim() };
}
