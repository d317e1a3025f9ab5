import { AppError } from '#domain/errors.ts';

/** Runs so much work at once; the rest waits in line. */
export type Lanes = <T>(work: () => Promise<T>) => Promise<T>;

/** TOO_BUSY for whoever comes when `mostWaiting` wait already. */
export function createLanes(count: number, mostWaiting: number): Lanes {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else if (waiting.length >= mostWaiting) throw new AppError('TOO_BUSY');
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
