import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { readChunks } from './read-chunks.ts';

/** `sha256` in lowercase hex, `crc32` as an unsigned 32-bit number (as in ZIP). */
export type Digest = { sha256: string; crc32: number; bytes: number };

export type HashRequest = { path: string; bytes: number; id?: number };
export type HashResponse = { id: number } & ({ digest: Digest } | { error: unknown });

/** The thread ends after this idle time; files it had hashed are read again if needed. */
const IDLE_MS = 10 * 60_000;

let thread: Worker | null = null;
let ending: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, PromiseWithResolvers<Digest>>();

export function hashAhead(path: string, bytes: number): void {
  send({ path, bytes });
}

export function hashOfFirst(path: string, bytes: number): Promise<Digest> {
  const id = ++lastId;
  const digest = Promise.withResolvers<Digest>();
  waiting.set(id, digest);
  send({ path, bytes, id });
  return digest.promise;
}

/** Call it when a file hashed ahead is no longer needed. */
export function forgetHash(path: string): void {
  thread?.postMessage({ forget: path }, []);
}

export async function hashFile(path: string): Promise<Digest> {
  const { size } = await stat(path);
  return hashOfFirst(path, size).finally(() => forgetHash(path));
}

function send(ask: HashRequest) {
  thread ??= start();
  if (waiting.size > 0) thread.ref();
  thread.postMessage(ask, []);
  ending ??= setTimeout(end, IDLE_MS).unref();
  ending.refresh();
}

function start(): Worker {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url));
  worker.on('message', (answer: HashResponse) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('digest' in answer) asked?.resolve(answer.digest);
    else asked?.reject(answer.error);
  });
  worker.once('error', (error) => {
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  worker.unref();
  return worker;
}

function end() {
  if (waiting.size > 0) return void ending?.refresh();
  void thread?.terminate();
  thread = null;
}

/** MD5 in lowercase hex, because some senders provide only that. It protects against accidents, not attacks. */
export async function md5OfFile(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of readChunks(await open(path))) hash.update(chunk);
  return hash.digest('hex');
}
