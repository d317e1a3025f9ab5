import type { Logger } from './log.ts';

const INTERVAL_MS = 60_000;

/** Runs all sweeps now and every minute, one after another. Returns a function that stops them. */
export function startSweeps(log: Logger, sweeps: readonly (() => Promise<void>)[]): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const runSweeps = async () => {
    for (const sweep of sweeps) {
      if (isStopped) return;
      await sweep().catch((error: unknown) => {
        if (!isStopped) log.error({ err: error }, 'sweep failed');
      });
    }
    if (!isStopped) timer = setTimeout(() => void runSweeps(), INTERVAL_MS).unref();
  };
  void runSweeps();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
