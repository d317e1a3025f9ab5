import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { AppError } from '#domain/errors.ts';
import { spawnBounded, memoryLimit } from './bounded-process.ts';

export type FfmpegOptions = {
  /** Program to run: a path, or a name looked up on the PATH. */
  ffmpeg?: string;
  /** After this the process is killed. */
  limitSeconds?: number;
  /** Memory it may have; see `share`. */
  bytes?: number;
  /** Stops the process, for instance when the worker shuts down. */
  signal?: AbortSignal;
};

export type FfmpegRun = FfmpegOptions & {
  /** Gets `key=value` lines of `-progress pipe:1`. */
  onLine?: (line: string) => void;
  /** What it reads as `pipe:0`, from the start for each try; see `feed`. When that throws, so does the run. */
  input?: () => AsyncIterable<Uint8Array>;
};

/** Only containers that hold video, and only local files: a playlist could name any address or file. */
const CONFINED = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,matroska,mpegts,mpeg,avi,flv,asf,ogg',
];
const STDERR_KEPT = 4096;
/** A film that was killed gets a second chance: the memory may have been another's. */
const TRIES = 2;
/** What each thread holds of a film of 4K; one thread takes as much of any film of 1080 lines. */
const BYTES_A_THREAD = 400e6;
const [LEAST_BYTES, MOST_BYTES] = [300e6, 4e9];

/** A third of the memory: one film at a time is converted, beside pictures. */
const share = () => Math.max(LEAST_BYTES, Math.min(MOST_BYTES, memoryLimit() / 3));

/** Frames under way, and so the memory, grow with the threads. */
const threadsFor = (bytes: number) =>
  Math.max(1, Math.min(availableParallelism(), Math.floor(bytes / BYTES_A_THREAD)));

/** Arguments that open `path` as input, whatever its name looks like. */
export const inputArguments = (path: string) => [...CONFINED, '-i', `file:${path}`];

/**
 * Runs ffmpeg in a bounded child process until it ends. Throws FFMPEG_MISSING, STORAGE_FULL, the reason
 * of `signal`, or what `videoError` makes of its words; VIDEO_TIMED_OUT and VIDEO_TOO_LARGE, also for a
 * film that was killed twice.
 */
export async function runFfmpeg(args: string[], run: FfmpegRun = {}): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    const killedBy = await runOnce(args, run);
    if (killedBy === null) return;
    if (killedBy === 'SIGXCPU') throw new AppError('VIDEO_TIMED_OUT');
  }
  throw new AppError('VIDEO_TOO_LARGE');
}

/** Answers the signal that ended it from outside, if one did. */
async function runOnce(args: string[], run: FfmpegRun): Promise<NodeJS.Signals | null> {
  const { limitSeconds = 3600, signal, onLine } = run;
  signal?.throwIfAborted();
  const child = start(args, { ...run, limitSeconds });
  const kill = () => child.kill('SIGKILL');
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, limitSeconds * 1000);
  signal?.addEventListener('abort', kill, { once: true });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-STDERR_KEPT);
  });
  if (onLine && child.stdout) createInterface(child.stdout).on('line', onLine);
  else child.stdout?.resume();
  const fed = run.input && child.stdin ? feed(child.stdin, run.input()) : Promise.resolve();
  fed.catch(kill);

  try {
    const [code, killedBy] = await ended(child);
    signal?.throwIfAborted();
    if (timedOut) throw new AppError('VIDEO_TIMED_OUT');
    await fed;
    if (code !== 0 && killedBy === null) throw failure(code, output);
    return killedBy;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}

/**
 * Writes until it is read no more: whoever has all it wants, or ends, closes a pipe before its end. What is given is
 * written before the next is asked for, so the same memory may hold both.
 */
async function feed(stdin: Writable, input: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = ['EPIPE', 'ERR_STREAM_DESTROYED', 'ECONNRESET'];
  // Each write says it, too.
  stdin.on('error', () => {});
  for await (const bytes of input) {
    const write = (done: (error?: NodeJS.ErrnoException | null) => void) =>
      stdin.write(bytes, done);
    const error = await new Promise<NodeJS.ErrnoException | null | undefined>(write);
    if (closed.includes(error?.code ?? '')) return;
    if (error) throw error;
  }
  stdin.end();
}

/** It reads what strangers sent: no setting or secret of the server goes along. */
const BARE =
  process.platform === 'win32' ? [] : ['/bin/sh', '-c', 'exec env -i "PATH=$PATH" "$@"', 'sh'];

function start(args: string[], run: FfmpegRun & { limitSeconds: number }): ChildProcess {
  const { ffmpeg = 'ffmpeg', limitSeconds, bytes = share() } = run;
  const threads = String(threadsFor(bytes));
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
  // The first is for what is read, the last for what is written.
  const bounded = ['-filter_threads', threads, '-threads', threads, ...args.slice(0, -1)];
  const command = [...BARE, ffmpeg, ...quiet, ...bounded, '-threads', threads, ...args.slice(-1)];
  const cpuSeconds = limitSeconds * Number(threads);
  const stdin = run.input ? 'pipe' : 'ignore';
  return spawnBounded(command, { bytes, cpuSeconds }, { stdio: [stdin, 'pipe', 'pipe'] });
}

function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once('close', (code, killedBy) => resolve([code, killedBy]));
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT' || error.code === 'EACCES';
      reject(missing ? new AppError('FFMPEG_MISSING', undefined, { cause: error }) : error);
    });
  });
}

/** What a shell answers of a program that is not there, or that it may not run (POSIX, 2.8.2). */
const NOT_RUN = [126, 127];

function failure(code: number | null, output: string): Error {
  if (NOT_RUN.includes(code ?? 0)) {
    return new AppError('FFMPEG_MISSING', undefined, { cause: new Error(output) });
  }
  if (/No space left on device/i.test(output)) return new AppError('STORAGE_FULL');
  return videoError(new Error(output));
}

const NO_MEMORY =
  /cannot allocate memory|malloc of size|get_buffer\(\) failed|out of memory|bad_alloc/i;
const NO_DECODER =
  /decoder .*not found|no decoder|unknown decoder|unsupported codec|could not find codec/i;
const NO_PICTURE = /matches no streams|no video track/i;
/** How ffmpeg and the reader of containers say that bytes are missing. */
const ENDS_EARLY = /moov atom not found|truncat|end of (?:file|stream)|no frames|out of bounds/i;

/**
 * Turns what ffmpeg, or the reader of the container, says of a film into an error for the person: what
 * may be whole is VIDEO_TOO_LARGE or FILE_TYPE_NOT_SUPPORTED, else FILE_DAMAGED. Their own words are
 * the cause: they mean nothing to people, and name the path.
 */
export function videoError(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (NO_MEMORY.test(message)) return new AppError('VIDEO_TOO_LARGE', undefined, { cause });
  if (NO_DECODER.test(message)) {
    return new AppError('FILE_TYPE_NOT_SUPPORTED', 'The codec of this video is not supported.', {
      cause,
    });
  }
  if (NO_PICTURE.test(message)) {
    return new AppError('FILE_TYPE_NOT_SUPPORTED', 'This video has no picture.', { cause });
  }
  const reason = ENDS_EARLY.test(message) ? 'part of it is missing' : 'it cannot be read';
  return new AppError('FILE_DAMAGED', `The video is damaged: ${reason}.`, { cause });
}
