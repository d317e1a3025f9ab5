import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;

type Use = { parent: number; cpu: number };

/**
 * Memory (bytes) and CPU time (seconds) of a process and its descendants. Memory that they share, such as Node's code,
 * counts once.
 */
export function treeUse(top: number): { bytes: number; cpu: number } {
  const all = new Map<number, Use>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      all.set(Number(name), readUse(readFileSync(`/proc/${name}/stat`, 'utf8')));
    } catch {
      // The process has exited.
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === top || (all.has(pid) && isOurs(all.get(pid)?.parent ?? 0));
  const ours = [...all].filter(([pid]) => isOurs(pid));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const memory = ours.map(([pid]) => readMemory(pid));
  return {
    bytes: sum(memory.map(({ own }) => own)) + Math.max(0, ...memory.map(({ shared }) => shared)),
    cpu: sum(ours.map(([, { cpu }]) => cpu)),
  };
}

/** Fields of proc(5), parsed after the process name, which may contain anything. */
function readUse(stat: string): Use {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0] = [1, 11, 12].map((at) => fields[at]);
  return { parent, cpu: (user + system) / TICKS };
}

/** Resident memory in bytes (proc(5)), private and shared. */
function readMemory(pid: number): { own: number; shared: number } {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const bytes = (name: string) =>
      Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
    const shared = bytes('Shared_Clean') + bytes('Shared_Dirty');
    return { own: bytes('Rss') - shared, shared };
  } catch {
    return { own: 0, shared: 0 };
  }
}
