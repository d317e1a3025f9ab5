import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnBounded } from './bounded-process.ts';
import type {
  DecodingAnswer,
  DecodingProgress,
  DecodingTask,
  DecodingResponse,
} from './decoding-task.ts';

export type DecodingBounds = {
  bytes: number;
  seconds: number;
  idleMs: number;
  /** CPU seconds over the life of the process; 1200 by default. */
  cpuSeconds?: number;
};

export type TaskOptions = {
  seconds?: number;
  signal?: AbortSignal;
  onPercent?: (percent: number) => void;
};

const OWN_BYTES = 700e6;
const WORKING_BYTES = 200e6;
/** Per process. After using half of this, a process gets no more pictures. */
const CPU_SECONDS = 1200;

const NODE_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=1'];

/** For glibc: fewer arenas use less memory, and fixed thresholds let it be reused between pictures, which is faster. */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 ** 2),
};

export class DecodingAborted extends Error {
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
  // The server's environment has secrets, so none of it is passed on.
  const env = { ...MALLOC, ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) };
  return spawnBounded(
    [process.execPath, ...NODE_FLAGS, file, String(bytes)],
    { bytes: bytes + OWN_BYTES + WORKING_BYTES, cpuSeconds },
    process.platform === 'win32' ? options : { ...options, env },
  );
}

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

  get isUsed(): boolean {
    return this.#isUsed;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Throws DecodingAborted if the process dies, or the system's error if it can't be started. */
  async run(task: DecodingTask, attendance: TaskOptions = {}): Promise<DecodingAnswer> {
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

  end(): void {
    clearTimeout(this.#idle);
    this.#isUsable = false;
    this.#child.kill('SIGKILL');
  }

  #hold(isHeld: boolean) {
    this.#isBusy = isHeld;
    const what = isHeld ? 'ref' : 'unref';
    this.#child[what]();
    this.#child.channel?.[what]();
  }

  #answerTo(
    task: DecodingTask,
    { seconds = this.#bounds.seconds, signal, onPercent }: TaskOptions,
  ): Promise<DecodingResponse> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const late = setTimeout(() => (isLate = child.kill('SIGKILL')), seconds * 1000);
      const onExit = (how: unknown, killedBy?: unknown) =>
        settle(() => reject(new DecodingAborted(String(killedBy ?? how), isLate)));
      const onError = (error: Error) => settle(() => reject(error));
      const handle = (message: DecodingResponse | DecodingProgress) =>
        'percent' in message ? onPercent?.(message.percent) : settle(() => resolve(message));
      const onMessage = (message: unknown) =>
        handle(message as DecodingResponse | DecodingProgress);
      const onAbort = () => {
        this.end();
        settle(() => reject(new Error('cancelled', { cause: signal?.reason })));
      };
      const settle = (finish: () => void) => {
        clearTimeout(late);
        signal?.removeEventListener('abort', onAbort);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        finish();
      };
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      if (signal?.aborted) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort);
      child.send(task, (error) => error && onExit(error.message));
    });
  }
}
