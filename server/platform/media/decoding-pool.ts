import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import {
  DecodingAborted,
  DecodingProcess,
  type TaskOptions,
  type DecodingBounds,
} from './decoding-process.ts';
import {
  deserializeError,
  type DecodingAnswer,
  type DecodingTask,
  type TaskInputs,
  type Results,
  type TaskKind,
} from './decoding-task.ts';
import { TOO_LONG, TOO_MUCH_MEMORY } from './picture-error.ts';

const MAX_ATTEMPTS = 2;

/** A pool of processes, one picture each; tasks wait in line when all are busy. */
export class DecodingPool {
  readonly #bounds: DecodingBounds;
  readonly #processes = new Set<DecodingProcess>();
  readonly #waiting: (() => void)[] = [];
  readonly #waitingLowPriority: (() => void)[] = [];
  readonly #waitingForIdle: (() => void)[] = [];
  readonly #count: number;
  #free: number;
  #idleSince = -Infinity;
  #isClosed = false;

  constructor(count: number, bounds: DecodingBounds) {
    this.#count = count;
    this.#free = count;
    this.#bounds = bounds;
  }

  /** Throws the task's error, or PICTURE_STOPPED, VIDEO_TIMED_OUT or VIDEO_TOO_LARGE if its process died. */
  async run<Kind extends TaskKind>(
    task: { kind: Kind } & TaskInputs[Kind],
    attendance: TaskOptions = {},
  ): Promise<Results[Kind]> {
    const answer = await this.#queued(this.#waiting, task as DecodingTask, attendance);
    return resultOf(answer) as Results[Kind];
  }

  async runLowPriority<Kind extends TaskKind>(
    task: { kind: Kind } & TaskInputs[Kind],
    attendance: TaskOptions = {},
  ): Promise<Results[Kind]> {
    const answer = await this.#queued(this.#waitingLowPriority, task as DecodingTask, attendance);
    return resultOf(answer) as Results[Kind];
  }

  /** Resolves once all processes have been idle for this many milliseconds, or when closed. */
  async waitUntilIdle(milliseconds: number): Promise<void> {
    while (!this.#isClosed) {
      const left = this.#idleSince + milliseconds - performance.now();
      if (this.#free < this.#count) await waitInLine(this.#waitingForIdle);
      else if (left > 0) await delay(left, undefined, { ref: false });
      else return;
    }
  }

  async #queued(line: (() => void)[], task: DecodingTask, attendance: TaskOptions) {
    if (this.#free > 0) this.#free--;
    else await waitInLine(line);
    try {
      return await this.#try(task, attendance, MAX_ATTEMPTS);
    } finally {
      const next = this.#waiting.shift() ?? this.#waitingLowPriority.shift();
      if (next) next();
      else this.#free++;
      if (this.#free === this.#count) this.#notifyIdle();
    }
  }

  #notifyIdle() {
    this.#idleSince = performance.now();
    for (const resolve of this.#waitingForIdle.splice(0)) resolve();
  }

  close(): void {
    this.#isClosed = true;
    for (const each of this.#processes) each.end();
    this.#notifyIdle();
  }

  async #try(task: DecodingTask, attendance: TaskOptions, tries: number): Promise<DecodingAnswer> {
    try {
      const worker = this.#acquire();
      const isUsed = worker.isUsed;
      const answer = await worker.run(task, attendance);
      if (!isUsed || !isOutOfMemory(answer)) return answer;
      // Earlier files may have used up this process's memory, so try a new one.
      worker.end();
      return await this.#try(task, attendance, tries);
    } catch (error) {
      if (!(error instanceof DecodingAborted) || this.#isClosed) throw error;
      if (tries > 1 && !error.isTooLong) return this.#try(task, attendance, tries - 1);
      throw abandonedError(task, error);
    }
  }

  #acquire(): DecodingProcess {
    if (this.#isClosed) throw new Error('the decoder is closed');
    for (const each of this.#processes) {
      if (!each.isUsable) this.#processes.delete(each);
      else if (!each.isBusy) return each;
    }
    const started = new DecodingProcess(this.#bounds);
    this.#processes.add(started);
    return started;
  }
}

function waitInLine(line: (() => void)[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  line.push(resolve);
  return promise;
}

function resultOf(answer: DecodingAnswer): Results[TaskKind] {
  if ('error' in answer) throw deserializeError(answer.error);
  return answer.result;
}

const isOutOfMemory = (answer: DecodingAnswer) =>
  'error' in answer && answer.error.message === TOO_MUCH_MEMORY;

function abandonedError({ kind }: DecodingTask, cause: DecodingAborted): AppError {
  if (kind === 'video') {
    const code = cause.isTooLong ? 'VIDEO_TIMED_OUT' : 'VIDEO_TOO_LARGE';
    return new AppError(code, undefined, { cause });
  }
  const message = cause.isTooLong ? TOO_LONG : TOO_MUCH_MEMORY;
  return new AppError('PICTURE_STOPPED', message, { cause });
}
