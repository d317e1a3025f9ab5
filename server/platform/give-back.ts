import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 10_000;
/** Share of a core below which nothing is going on. */
const IDLE = 0.03;
/** Growth of the heap that is worth a collection. */
const WORTH_BYTES = 8e6;

/**
 * Gives the memory that a busy time has left empty back to the system once nothing happens: V8 keeps it
 * for the next busy time otherwise, more the larger the machine is. Lasts as long
 * as the process.
 */
export function startGivingBack(): void {
  const collect = collector();
  let spent = process.cpuUsage();
  let kept = 0;
  const look = () => {
    const { user, system } = process.cpuUsage(spent);
    spent = process.cpuUsage();
    const isIdle = (user + system) / 1000 < INTERVAL_MS * IDLE;
    if (!isIdle || process.memoryUsage().heapTotal < kept + WORTH_BYTES) return;
    collect();
    kept = process.memoryUsage().heapTotal;
  };
  setInterval(look, INTERVAL_MS).unref();
}

/** The collection that V8 makes when memory runs out: the only one that gives back all it can. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
