import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnBounded } from './bounded-process.ts';
import type {
  DecodingAnswer,
  DecodingProgress,
  DecodingTask,
  FromDecoding,
} from './decoding-task.ts';

export type DecodingBounds = {
  /** Decoded bytes of one picture. */
  bytes: number;
  /** Seconds by the clock for one picture. */
  seconds: number;
  /** A process that had nothing to do for so long ends, and gives back all its memory. */
  idleMs: number;
  /** CPU seconds of all that one process does; 1200 unless told. */
  cpuSeconds?: number;
};

/** What is different of one task: more seconds by the clock, an end to it, somebody who hears how far it is. */
export type Attendance = {
  seconds?: number;
  signal?: AbortSignal;
  onPercent?: (percent: number) => void;
};

/** What Node and sharp take of a data segment (RLIMIT_DATA) before the first picture, most of it never touched. */
const OWN_BYTES = 700e6;
/** Lines of pixels and the sizes under way; not counted in decodedBytes. */
const WORKING_BYTES = 200e6;
/** Of all its pictures; past half of it a process takes no further one. */
const CPU_SECONDS = 1200;

/** How Node is started: what it lets lie before it collects is memory that nobody else has. */
const NODE_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=1'];

/**
 * For glibc. An arena for each thread would keep what was decoded there. The thresholds are those that it comes to by
 * itself after a large picture: from the start on, memory of one picture is used for the next, as new memory takes
 * longer to touch than to fill.
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 ** 2),
};

/** The process ended in the middle of a picture. */
export class DecodingBrokeOff extends Error {
  readonly isTooLong: boolean;

  constructor(how: string, isTooLong: boolean) {
    super(`the decoding process ended: ${how}`);
    this.isTooLong = isTooLong;
  }
}

function start({ bytes, cpuSeconds = CPU_SECONDS }: DecodingBounds): ChildProcess {
  const file = fileURLToPath(new URL('./decode.ts', import.meta.url));
  const options: SpawnOptions = {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  };
  const cache = getCompileCacheDir();
  // No secret of the server's.
  const env = { ...MALLOC, ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) };
  return spawnBounded(
    [process.execPath, ...NODE_FLAGS, file, String(bytes)],
    { bytes: bytes + OWN_BYTES + WORKING_BYTES, cpuSeconds },
    process.platform === 'win32' ? options : { ...options, env },
  );
}

/** A process of its own that decodes one picture at a time, and ends with the server or when idle. */
export class DecodingProcess {
  readonly #child: ChildProcess;
  readonly #bounds: DecodingBounds;
  #idle: NodeJS.Timeout | undefined;
  #isUsable = true;
  #isBusy = false;
  #isUsed = false;

  constructor(bounds: DecodingBounds) {
    this.#bounds = bounds;
    this.#child = start(bounds);
    const isGone = () => (this.#isUsable = false);
    this.#child.once('exit', isGone).on('error', isGone);
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Whether it has been given something to do before. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Rejects with DecodingBrokeOff when the process did not live to answer, or because it cannot be started. */
  async run(task: DecodingTask, attendance: Attendance = {}): Promise<DecodingAnswer> {
    clearTimeout(this.#idle);
    this.#isUsed = true;
    this.#hold(true);
    try {
      const { answer, cpuSeconds } = await this.#answerTo(task, attendance);
      if (cpuSeconds > (this.#bounds.cpuSeconds ?? CPU_SECONDS) / 2) this.end();
      return answer;
    } finally {
      this.#hold(false);
      this.#idle = setTimeout(() => this.end(), this.#bounds.idleMs).unref();
    }
  }

  /** Ends it at once; what it is at is not waited for. */
  end(): void {
    clearTimeout(this.#idle);
    this.#isUsable = false;
    this.#child.kill('SIGKILL');
  }

  /** Only while it is busy does it keep the server from ending. */
  #hold(isHeld: boolean) {
    this.#isBusy = isHeld;
    const what = isHeld ? 'ref' : 'unref';
    this.#child[what]();
    this.#child.channel?.[what]();
  }

  #answerTo(
    task: DecodingTask,
    { seconds = this.#bounds.seconds, signal, onPercent }: Attendance,
  ): Promise<FromDecoding> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const late = setTimeout(() => (isLate = child.kill('SIGKILL')), seconds * 1000);
      const broken = (how: unknown, killedBy?: unknown) =>
        settle(() => reject(new DecodingBrokeOff(String(killedBy ?? how), isLate)));
      const unstarted = (error: Error) => settle(() => reject(error));
      const heard = (told: FromDecoding | DecodingProgress) =>
        'percent' in told ? onPercent?.(told.percent) : settle(() => resolve(told));
      const answered = (told: unknown) => heard(told as FromDecoding | DecodingProgress);
      const cancelled = () => {
        this.end();
        settle(() => reject(new Error('cancelled', { cause: signal?.reason })));
      };
      const settle = (finish: () => void) => {
        clearTimeout(late);
        signal?.removeEventListener('abort', cancelled);
        child.off('message', answered).off('exit', broken).off('error', unstarted);
        finish();
      };
      child.on('message', answered).on('exit', broken).on('error', unstarted);
      if (signal?.aborted) {
        cancelled();
        return;
      }
      signal?.addEventListener('abort', cancelled);
      child.send(task, (error) => error && broken(error.message));
    });
  }
}
