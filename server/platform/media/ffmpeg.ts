import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { AppError } from '#domain/errors.ts';

export type FfmpegOptions = {
  /** Program to run: a path, or a name looked up on the PATH. */
  ffmpeg?: string;
  /** After this the process is killed. */
  limitSeconds?: number;
  /** Stops the process, for instance when the worker shuts down. */
  signal?: AbortSignal;
};

export type FfmpegRun = FfmpegOptions & {
  /** Gets `key=value` lines of `-progress pipe:1`. */
  onLine?: (line: string) => void;
};

/** Only containers that hold video, and only local files: a playlist could name any address or file. */
const CONFINED = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,matroska,mpegts,mpeg,avi,flv,asf,ogg',
];
const STDERR_KEPT = 4096;

/** Arguments that open `path` as input, whatever its name looks like. */
export const inputArguments = (path: string) => [...CONFINED, '-i', `file:${path}`];

/**
 * Runs ffmpeg in a child process until it ends. Throws FFMPEG_MISSING, VIDEO_TIMED_OUT, STORAGE_FULL,
 * FILE_DAMAGED with ffmpeg's last words, or the reason of `signal`.
 */
export async function runFfmpeg(args: string[], run: FfmpegRun = {}): Promise<void> {
  const { ffmpeg = 'ffmpeg', limitSeconds = 3600, signal, onLine } = run;
  signal?.throwIfAborted();
  const child = spawn(ffmpeg, ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, limitSeconds * 1000);
  signal?.addEventListener('abort', kill, { once: true });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-STDERR_KEPT);
  });
  if (onLine) createInterface(child.stdout).on('line', onLine);
  else child.stdout.resume();

  try {
    const [code, killedBy] = await ended(child);
    signal?.throwIfAborted();
    if (timedOut) throw new AppError('VIDEO_TIMED_OUT');
    if (code !== 0) throw failure(output, killedBy);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}

function ended(child: ReturnType<typeof spawn>): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once('close', (code, killedBy) => resolve([code, killedBy]));
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT' || error.code === 'EACCES';
      reject(missing ? new AppError('FFMPEG_MISSING', undefined, { cause: error }) : error);
    });
  });
}

function failure(output: string, killedBy: NodeJS.Signals | null): Error {
  if (/No space left on device/i.test(output)) return new AppError('STORAGE_FULL');
  // Killed from outside, usually for want of memory: the file is not to blame, the job may be tried again.
  if (killedBy) return new Error(`ffmpeg was killed by ${killedBy}`);
  // Lines begin with "[mov @ 0x55d0]" or with the path, which is nobody's business.
  const line = output.trim().split('\n').at(-1) ?? '';
  const last = line.replace(/\[[^\]]*\]\s*|file:.*?:\s*(?=[A-Z])/g, '');
  return new AppError('FILE_DAMAGED', `The video is damaged: ${last || 'it cannot be decoded'}`);
}
