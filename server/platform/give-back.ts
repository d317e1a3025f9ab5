import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 10_000;
/** Share of a core below which nothing is going on. */
const IDLE = 0.03;
/** Growth of the heap that is worth a collection. */
const WORTH_BYTES = 8e6;
/** Bytes in buffers of their own after which those that were used are collected. */
const PASSED_BYTES = 16 * 1024 ** 2;

/**
 * Gives the memory that a busy time has left empty back to the system once nothing happens: V8 keeps it
 * for the next busy time otherwise, more the larger the machine is. Lasts as long
 * as the process.
 */
export function startGivingBack(): void {
  const gc = exposedGc();
  // The one that V8 makes when memory runs out: the only one that gives back all it can.
  const collect = () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
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

/**
 * To be told of the bytes of a long stream, as they pass: collects the buffers that they came in. V8 sees
 * only the little objects that stand for these, and would let them grow to a hundred megabytes.
 */
export function passedBuffers(): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < PASSED_BYTES) return;
    passed = 0;
    exposedGc()({ type: 'minor' });
  };
}

let exposed: NodeJS.GCFunction | undefined;

function exposedGc(): NodeJS.GCFunction {
  if (!exposed) {
    setFlagsFromString('--expose-gc');
    exposed = runInNewContext('gc') as NodeJS.GCFunction;
  }
  return exposed;
}
