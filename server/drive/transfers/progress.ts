import type { Context } from '#server/platform/context.ts';
import { isActive, writeDoneBytes, type LockedTransfer } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
/** How often progress is saved and cancellation is checked, in milliseconds. */
const TICK_MS = 1000;

export type ProgressWatch = {
  tell(fileId: string, bytes?: number): void;
  stop(): Promise<void>;
};

/** Calls `onEnd` when the transfer is canceled, deleted or taken over by another run. */
export function watchTransfer(
  ctx: Context,
  transfer: LockedTransfer,
  onEnd: () => void,
): ProgressWatch {
  const done = new Map<string, number>();
  let hasNews = false;
  let look: Promise<void> | null = null;
  const write = (bytes: ReadonlyMap<string, number>, isNew: boolean) =>
    ctx.db.as(SYSTEM, async (tx) => {
      if (bytes.size > 0) await writeDoneBytes(tx, bytes);
      if (isNew) await ctx.record(tx, { type: 'drive-transfers.changed', ...transfer });
      if (!(await isActive(tx, transfer))) onEnd();
    });
  const timer = setInterval(() => {
    if (look) return;
    look = write(new Map(done), hasNews)
      .catch((err: unknown) => ctx.log.warn({ err }, 'failed to report progress'))
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
