import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { AppError } from '#domain/errors.ts';
import { spawnBounded, memoryLimit } from './bounded-process.ts';

export type FfmpegOptions = {
  ffmpeg?: string;
  limitSeconds?: number;
  bytes?: number;
  signal?: AbortSignal;
};

export type FfmpegRun = FfmpegOptions & {
  onLine?: (line: string) => void;
  /** Data for `pipe:0`. Each attempt calls it again and passes on its errors. */
  input?: () => AsyncIterable<Uint8Array>;
};

/** Only video containers and local files: a playlist could name any URL or file. */
const INPUT_RESTRICTIONS = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,matroska,mpegts,mpeg,avi,flv,asf,ogg',
];
const MAX_STDERR_CHARACTERS = 4096;
const MAX_ATTEMPTS = 2;
const BYTES_PER_THREAD = 400e6;
const [MIN_BYTES, MAX_BYTES] = [300e6, 4e9];

const memoryShare = () => Math.max(MIN_BYTES, Math.min(MAX_BYTES, memoryLimit() / 3));

const threadsFor = (bytes: number) =>
  Math.max(1, Math.min(availableParallelism(), Math.floor(bytes / BYTES_PER_THREAD)));

/** `file:` keeps ffmpeg from reading a path as a URL or option. */
export const inputArguments = (path: string) => [...INPUT_RESTRICTIONS, '-i', `file:${path}`];

/** Throws FFMPEG_MISSING, STORAGE_FULL, VIDEO_TIMED_OUT, VIDEO_TOO_LARGE, or an error from `videoError`. */
export async function runFfmpeg(args: string[], run: FfmpegRun = {}): Promise<void> {
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    const killedBy = await runOnce(args, run);
    if (killedBy === null) return;
    if (killedBy === 'SIGXCPU') throw new AppError('VIDEO_TIMED_OUT');
  }
  throw new AppError('VIDEO_TOO_LARGE');
}

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
    output = (output + text).slice(-MAX_STDERR_CHARACTERS);
  });
  if (onLine && child.stdout) createInterface(child.stdout).on('line', onLine);
  else child.stdout?.resume();
  const fed = run.input && child.stdin ? feed(child.stdin, run.input()) : Promise.resolve();
  fed.catch(kill);

  try {
    const [code, killedBy] = await waitForExit(child);
    signal?.throwIfAborted();
    if (timedOut) throw new AppError('VIDEO_TIMED_OUT');
    await fed;
    if (code !== 0 && killedBy === null) throw failureOf(code, output);
    return killedBy;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}

/**
 * ffmpeg may close the pipe early. Each chunk is written before the next is read, because `input` may reuse its memory.
 */
async function feed(stdin: Writable, input: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = ['EPIPE', 'ERR_STREAM_DESTROYED', 'ECONNRESET'];
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

/** ffmpeg reads untrusted files, so it gets none of the server's environment variables except PATH. */
const WITHOUT_ENVIRONMENT =
  process.platform === 'win32' ? [] : ['/bin/sh', '-c', 'exec env -i "PATH=$PATH" "$@"', 'sh'];

function start(args: string[], run: FfmpegRun & { limitSeconds: number }): ChildProcess {
  const { ffmpeg = 'ffmpeg', limitSeconds, bytes = memoryShare() } = run;
  const threads = String(threadsFor(bytes));
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
  // The first `-threads` is for decoding, the last for encoding.
  const bounded = ['-filter_threads', threads, '-threads', threads, ...args.slice(0, -1)];
  const command = [
    ...WITHOUT_ENVIRONMENT,
    ffmpeg,
    ...quiet,
    ...bounded,
    '-threads',
    threads,
    ...args.slice(-1),
  ];
  const cpuSeconds = limitSeconds * Number(threads);
  const stdin = run.input ? 'pipe' : 'ignore';
  return spawnBounded(command, { bytes, cpuSeconds }, { stdio: [stdin, 'pipe', 'pipe'] });
}

function waitForExit(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once('close', (code, killedBy) => resolve([code, killedBy]));
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT' || error.code === 'EACCES';
      reject(missing ? new AppError('FFMPEG_MISSING', undefined, { cause: error }) : error);
    });
  });
}

/** A shell's exit codes for programs that are missing or not executable (POSIX, 2.8.2). */
const NOT_EXECUTABLE_CODES = [126, 127];

function failureOf(code: number | null, output: string): Error {
  if (NOT_EXECUTABLE_CODES.includes(code ?? 0)) {
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
const ENDS_EARLY = /moov atom not found|truncat|end of (?:file|stream)|no frames|out of bounds/i;

/** Returns VIDEO_TOO_LARGE, FILE_TYPE_NOT_SUPPORTED or FILE_DAMAGED; the original message is only its cause. */
export function videoError(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (NO_MEMORY.test(message)) return new AppError('VIDEO_TOO_LARGE', undefined, { cause });
  if (NO_DECODER.test(message)) {
    return new AppError('FILE_TYPE_NOT_SUPPORTED', 'The codec of this video is not supported.', {
      cause,
    });
  }
  if (NO_PICTURE.test(message)) {
    return new AppError('FILE_TYPE_NOT_SUPPORTED', 'This video has no video track.', { cause });
  }
  const reason = ENDS_EARLY.test(message) ? 'part of it is missing' : 'it cannot be read';
  return new AppError('FILE_DAMAGED', `The video is damaged: ${reason}.`, { cause });
}
