import type { Context } from '#server/platform/context.ts';
import { isGoingOn, writeDoneBytes, type LockedTransfer } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
/** How often it is told how far a transfer is, and looked whether it was cancelled, milliseconds. */
const TICK_MS = 1000;

export type Watch = {
  /** Something is new about a file, such as how many of its bytes have been carried. */
  tell(fileId: string, bytes?: number): void;
  stop(): Promise<void>;
};

/** Writes down how far each file is, tells of it, and calls `onEnd` once the transfer is cancelled, gone or another run's. */
export function watchTransfer(ctx: Context, transfer: LockedTransfer, onEnd: () => void): Watch {
  const done = new Map<string, number>();
  let hasNews = false;
  let look: Promise<void> | null = null;
  const write = (bytes: ReadonlyMap<string, number>, isNew: boolean) =>
    ctx.db.as(SYSTEM, async (tx) => {
      if (bytes.size > 0) await writeDoneBytes(tx, bytes);
      if (isNew) await ctx.record(tx, { type: 'drive-transfers.changed', ...transfer });
      if (!(await isGoingOn(tx, transfer))) onEnd();
    });
  const timer = setInterval(() => {
    if (look) return;
    look = write(new Map(done), hasNews)
      .catch((err: unknown) => ctx.log.warn({ err }, 'progress not told'))
      .finally(() => (look = null));
    done.clear();
    hasNews = false;
  }, TICK_MS);
  return {
    tell(fileId, bytes) {
      hasNews = true;
      if (bytes !== undefined) done.set(fileId, bytes);
    },
    async stop() {
      clearInterval(timer);
      await look;
    },
  };
}
