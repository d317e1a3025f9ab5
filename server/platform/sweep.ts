import type { Logger } from './log.ts';

const INTERVAL_MS = 60_000;

/**
 * Looks after what no job or request does: runs the sweeps now and every minute, one after the
 * other. A failing one is logged and tried again in the next round. Returns how to stop.
 */
export function startSweeps(log: Logger, sweeps: readonly (() => Promise<void>)[]): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    for (const sweep of sweeps) {
      if (isStopped) return;
      await sweep().catch((error: unknown) => {
        if (!isStopped) log.error({ err: error }, 'sweep failed');
      });
    }
    if (!isStopped) timer = setTimeout(() => void round(), INTERVAL_MS).unref();
  };
  void round();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
