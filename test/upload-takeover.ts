import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tusClient } from './tus.ts';

type Sender = { url: string; cookie: string };

/** A PATCH request whose body is sent bit by bit. */
export type OpenPatch = {
  send(bytes: Uint8Array): Promise<void>;
  /** Resolves with the status; null if the connection was cut. */
  readonly answered: Promise<number | null>;
};

/** Starts sending `length` bytes from `offset`. */
export function openPatch(
  { url, cookie }: Sender,
  location: string,
  { offset, length }: { offset: number; length: number },
): OpenPatch {
  const sending = request(new URL(location, url), {
    method: 'PATCH',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
    },
  });
  const closed = once(sending, 'close').catch(() => {});
  const answered = new Promise<number | null>((resolve) => {
    sending.on('response', (answer) => resolve(answer.resume().statusCode ?? null));
    sending.on('error', () => resolve(null));
  });
  return {
    answered,
    async send(bytes) {
      if (sending.destroyed) return;
      const taken = new Promise<void>((resolve) => {
        sending.write(bytes, () => resolve());
      });
      await Promise.race([taken, closed]);
    },
  };
}

export type Takeover = {
  submissionId: string;
  bytes: Buffer;
  /** The process where the upload starts. */
  first: 0 | 1;
  /** How many bytes each process sends before the next takeover. */
  shares: readonly number[];
  /** The current writer of an upload, from its row. */
  writerOf: (id: string) => Promise<string | null>;
};

/**
 * Uploads a file while two processes take it over from each other. One leaves a PATCH open; the other requests the
 * offset and continues. Only then does the first send bytes that aren't part of the file. Returns the upload's id.
 */
export async function takeTurns(
  processes: readonly [Sender, Sender],
  { submissionId, bytes, first, shares, writerOf }: Takeover,
): Promise<string> {
  let at = processes[first];
  const { headers } = await tusClient(at.url, at.cookie).create({
    submissionId,
    name: 'notes.txt',
    size: bytes.length,
  });
  const location = headers.get('location') ?? '';
  const id = location.slice(location.lastIndexOf('/') + 1);
  const offsetAt = async () => (await tusClient(at.url, at.cookie).offset(location)) ?? 0;
  const garbage: Promise<unknown>[] = [];
  let offset = 0;
  for (const share of shares) {
    const before = await writerOf(id);
    const patch = openPatch(at, location, { offset, length: bytes.length - offset });
    const middle = offset + Math.floor((bytes.length - offset) * share);
    await patch.send(bytes.subarray(offset, middle));
    while ([before, null].includes(await writerOf(id))) await nextTurn();
    at = processes[at === processes[0] ? 1 : 0];
    offset = await offsetAt();
    garbage.push(patch.send(randomBytes(bytes.length - middle)).then(() => patch.answered));
  }
  while (offset < bytes.length) {
    await tusClient(at.url, at.cookie).patch(location, offset, bytes.subarray(offset));
    offset = await offsetAt();
  }
  await Promise.all(garbage);
  return id;
}
