import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { notify, subscribe, type Unsubscribe } from '#server/platform/db/listen.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { receivedBytes, lastPart } from '#server/platform/storage/upload-parts.ts';
import { findForWriter, isCurrentWriter, releaseUpload, updateUpload } from './queries.ts';

const CHANNEL = 'overfly_uploads';

const WRONG_OFFSET =
  'Wrong upload offset. Send HEAD to get the current offset, then continue from there.';

const SYSTEM = { kind: 'system' } as const;

export type Place = { id: string; offset: number };
type Claim = Place & { token: string };
type Written = { offset: number; isWhole: boolean };
/** `start` is the part's offset in the upload; `fileSize` is the size of the upload. */
type Part = { name: string; start: number; fileSize: number };

type Writing = {
  token: string;
  source: Readable;
  taken: Promise<unknown>;
  done: Promise<unknown>;
};

/**
 * Ensures that each upload has only one writer across all processes, whose token is stored in its row. A writer that
 * takes over from one that hasn't stopped starts a new part, so that late bytes don't count (docs/decisions/0024).
 */
export class Writers {
  readonly #ctx: Context;
  readonly #writing = new Map<string, Writing>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Stops writers whose upload another process has taken over. Call the result to stop listening. */
  listen(): Promise<Unsubscribe> {
    const check = () => void this.#check().catch((err: unknown) => this.#ctx.log.warn({ err }));
    return subscribe(
      this.#ctx.db,
      CHANNEL,
      (id) => void this.#stopIfReplaced(id).catch(check),
      check,
    );
  }

  /** Stops the upload's writer in this process and waits for it. */
  async stop(id: string): Promise<void> {
    const writing = this.#writing.get(id);
    writing?.source.destroy(new AppError('UPLOAD_TAKEN_OVER'));
    await writing?.done.catch(() => {});
  }

  /** Throws UPLOAD_TAKEN_OVER if the offset is wrong or another writer takes over, after which no more bytes count. */
  async write(viewer: Viewer, place: Place, source: Readable): Promise<Written> {
    const { id } = place;
    // Several callers may wait for the same writer; the last one wins.
    while (this.#writing.has(id)) await this.stop(id);
    const claim = { ...place, token: randomUUID() };
    const taken = this.#ctx.db.as(viewer, (tx) => claimUpload(this.#ctx, tx, claim));
    const done = taken.then((part) => this.#append(viewer, claim, part, source));
    this.#writing.set(id, { token: claim.token, source, taken, done });
    try {
      return await done;
    } finally {
      this.#writing.delete(id);
    }
  }

  async #append(viewer: Viewer, { id, token }: Claim, part: Part, source: Readable) {
    const { db, uploads } = this.#ctx;
    const { name, start, fileSize } = part;
    const [written] = await Promise.allSettled([uploads.append(name, source, fileSize - start)]);
    // The file is closed by now, so the next writer can append to it.
    const offset = start + (await uploads.received(name));
    const kept = await db.ask(viewer, (tx) => releaseUpload(tx, id, token, offset));
    if (!kept) {
      uploads.forget(name);
      throw new AppError('UPLOAD_TAKEN_OVER');
    }
    if (written.status === 'rejected') throw written.reason;
    return { offset, isWhole: offset === fileSize };
  }

  async #stopIfReplaced(id: string): Promise<void> {
    const writing = this.#writing.get(id);
    if (!writing) return;
    // Until the takeover is committed, the row has the previous writer's token.
    await writing.taken.catch(() => {});
    const isKept = await this.#ctx.db.ask(SYSTEM, (tx) => isCurrentWriter(tx, id, writing.token));
    if (!isKept) writing.source.destroy(new AppError('UPLOAD_TAKEN_OVER'));
  }

  /** Checks all writers, because notifications may have been missed while the database connection was down. */
  async #check(): Promise<void> {
    for (const id of this.#writing.keys()) await this.#stopIfReplaced(id);
  }
}

const writers = new WeakMap<Context, Writers>();

export function writersOf(ctx: Context): Writers {
  const found = writers.get(ctx) ?? new Writers(ctx);
  writers.set(ctx, found);
  return found;
}

/** Makes writers in all processes check whether they still have the upload. */
export const notifyWriters = (tx: Tx, id: string): Promise<void> => notify(tx, CHANNEL, id);

async function claimUpload(ctx: Context, tx: Tx, { id, token, offset }: Claim) {
  const upload = await findForWriter(tx, id);
  if (!upload) throw new AppError('UPLOAD_NOT_FOUND');
  const received = await receivedBytes(ctx.uploads, upload);
  if (upload.state !== 'receiving' || received !== offset) {
    throw new AppError('UPLOAD_TAKEN_OVER', WRONG_OFFSET);
  }
  // If not, the last bytes are on another machine or the old writer may still be active.
  const isFree = upload.writer === null && upload.bytesReceived === received;
  const partStarts =
    isFree || isAlone(ctx) ? upload.partStarts : startsAfter(upload.partStarts, received);
  await updateUpload(tx, id, { writer: token, partStarts, bytesReceived: received });
  if (upload.writer !== null) await notifyWriters(tx, id);
  return { ...lastPart({ ...upload, partStarts }), fileSize: upload.fileSize };
}

/**
 * Ends the current writer, which may have been killed. Returns the number of bytes that count: those on this machine.
 */
export async function interrupt(ctx: Context, tx: Tx, id: string): Promise<number> {
  const upload = await findForWriter(tx, id);
  if (!upload) throw new AppError('UPLOAD_NOT_FOUND');
  const received = await receivedBytes(ctx.uploads, upload);
  if (upload.state !== 'receiving') return upload.fileSize;
  if (upload.writer === null || received === upload.fileSize || isAlone(ctx)) return received;
  const partStarts = startsAfter(upload.partStarts, received);
  await updateUpload(tx, id, { writer: null, partStarts, bytesReceived: received });
  await notifyWriters(tx, id);
  return received;
}

/** Part numbers are never reused, so parts on other machines become empty. */
const startsAfter = (partStarts: readonly number[], received: number): number[] => [
  ...partStarts.map((start) => Math.min(start, received)),
  received,
];

/** With the embedded database, there is only this process, which waits for its own writers; others were killed. */
const isAlone = ({ db }: Context): boolean => db.kind === 'embedded';
