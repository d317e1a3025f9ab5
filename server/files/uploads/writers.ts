import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { notify, subscribe, type Unsubscribe } from '#server/platform/db/listen.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { bytesHere, lastPart } from '#server/platform/storage/upload-parts.ts';
import { findForWriter, holdsUpload, letGoOfUpload, updateUpload } from './queries.ts';

/** Says of an upload that whoever writes to it does so no longer. */
const CHANNEL = 'overfly_uploads';

const NOT_THE_END =
  'This is not where the upload ends. Ask how far it is with HEAD, and go on from there.';

const SYSTEM = { kind: 'system' } as const;

/** Where bytes are added. */
export type Place = { id: string; offset: number };
type Claim = Place & { token: string };
/** Up to where the bytes are now, and whether these are all. */
type Written = { offset: number; isWhole: boolean };
/** What is written to: a file of the store, where it begins in the upload, and how long that is. */
type Part = { name: string; start: number; fileSize: number };

type Writing = {
  token: string;
  source: Readable;
  taken: Promise<unknown>;
  done: Promise<unknown>;
};

/**
 * Adds bytes to uploads so that each has one writer, whatever process it is in. Who that is stands in
 * the row. Who takes an upload from a writer that has not let go begins a new part: what the former
 * still writes is in its own, behind the end that counts (docs/decisions/0024).
 */
export class Writers {
  readonly #ctx: Context;
  /** Those of this process, by upload. */
  readonly #writing = new Map<string, Writing>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Hears who has lost their upload to another process, until the result is called. */
  listen(): Promise<Unsubscribe> {
    const check = () => void this.#check().catch((err: unknown) => this.#ctx.log.warn({ err }));
    return subscribe(this.#ctx.db, CHANNEL, (id) => void this.#stopLoser(id).catch(check), check);
  }

  /** Cuts off who adds bytes in this process; resolves when nobody does any more. */
  async stop(id: string): Promise<void> {
    const writing = this.#writing.get(id);
    writing?.source.destroy(new AppError('UPLOAD_TAKEN_OVER'));
    await writing?.done.catch(() => {});
  }

  /**
   * Adds bytes at the offset, where the upload must end. Rejects with UPLOAD_TAKEN_OVER when it ends
   * elsewhere, or another writer came: what arrived here since does not count.
   */
  async write(viewer: Viewer, place: Place, source: Readable): Promise<Written> {
    const { id } = place;
    // Several may wait for the same one: the last of them counts.
    while (this.#writing.has(id)) await this.stop(id);
    const claim = { ...place, token: randomUUID() };
    const taken = this.#ctx.db.as(viewer, (tx) => take(this.#ctx, tx, claim));
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
    // Its file is closed: whoever comes next may go on in it.
    const offset = start + (await uploads.received(name));
    const kept = await db.ask(viewer, (tx) => letGoOfUpload(tx, id, token, offset));
    if (!kept) {
      uploads.forget(name);
      throw new AppError('UPLOAD_TAKEN_OVER');
    }
    if (written.status === 'rejected') throw written.reason;
    return { offset, isWhole: offset === fileSize };
  }

  async #stopLoser(id: string): Promise<void> {
    const writing = this.#writing.get(id);
    if (!writing) return;
    // Before that, the row names the one whom it is taken from.
    await writing.taken.catch(() => {});
    const isKept = await this.#ctx.db.ask(SYSTEM, (tx) => holdsUpload(tx, id, writing.token));
    if (!isKept) writing.source.destroy(new AppError('UPLOAD_TAKEN_OVER'));
  }

  /** The line to the database was lost, and with it what was said meanwhile. */
  async #check(): Promise<void> {
    for (const id of this.#writing.keys()) await this.#stopLoser(id);
  }
}

const writers = new WeakMap<Context, Writers>();

/** The writers of this process. */
export function writersOf(ctx: Context): Writers {
  const found = writers.get(ctx) ?? new Writers(ctx);
  writers.set(ctx, found);
  return found;
}

/** Tells whoever writes to an upload, in any process, to look whether they still may. */
export const cutOff = (tx: Tx, id: string): Promise<void> => notify(tx, CHANNEL, id);

/** Makes `token` the upload's only writer, and answers where its bytes go. */
async function take(ctx: Context, tx: Tx, { id, token, offset }: Claim) {
  const upload = await findForWriter(tx, id);
  if (!upload) throw new AppError('UPLOAD_NOT_FOUND');
  const received = await bytesHere(ctx.uploads, upload);
  if (upload.state !== 'receiving' || received !== offset) {
    throw new AppError('UPLOAD_TAKEN_OVER', NOT_THE_END);
  }
  // Otherwise its end is on another machine, or somebody may still write to it.
  const isFree = upload.writer === null && upload.bytesReceived === received;
  const partStarts =
    isFree || isAlone(ctx) ? upload.partStarts : startsAfter(upload.partStarts, received);
  await updateUpload(tx, id, { writer: token, partStarts, bytesReceived: received });
  if (upload.writer !== null) await cutOff(tx, id);
  return { ...lastPart({ ...upload, partStarts }), fileSize: upload.fileSize };
}

/**
 * Takes an upload from its writer, who may be gone without letting go, and answers how many bytes
 * count from now on: those that are on this machine.
 */
export async function interrupt(ctx: Context, tx: Tx, id: string): Promise<number> {
  const upload = await findForWriter(tx, id);
  if (!upload) throw new AppError('UPLOAD_NOT_FOUND');
  const received = await bytesHere(ctx.uploads, upload);
  if (upload.state !== 'receiving') return upload.fileSize;
  if (upload.writer === null || received === upload.fileSize || isAlone(ctx)) return received;
  const partStarts = startsAfter(upload.partStarts, received);
  await updateUpload(tx, id, { writer: null, partStarts, bytesReceived: received });
  await cutOff(tx, id);
  return received;
}

/** Numbers are never used again, so parts that are not here keep theirs and become empty. */
const startsAfter = (partStarts: readonly number[], received: number): number[] => [
  ...partStarts.map((start) => Math.min(start, received)),
  received,
];

/** The embedded database has one process, which waits for its own writers: others died. */
const isAlone = ({ db }: Context): boolean => db.kind === 'embedded';
