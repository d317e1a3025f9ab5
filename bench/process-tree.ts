import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;

type Use = { parent: number; cpu: number };

/**
 * Memory, bytes, and CPU time, seconds, of a process and of all that it started and that still run. What they share,
 * such as the code of Node, counts once: with resident memory, each process that is just being started would
 * count as much as the one that starts it.
 */
export function treeUse(top: number): { bytes: number; cpu: number } {
  const all = new Map<number, Use>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      all.set(Number(name), readUse(readFileSync(`/proc/${name}/stat`, 'utf8')));
    } catch {
      // Ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === top || (all.has(pid) && isOurs(all.get(pid)?.parent ?? 0));
  const ours = [...all].filter(([pid]) => isOurs(pid));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    bytes: sum(ours.map(([pid]) => shareOf(pid))),
    cpu: sum(ours.map(([, { cpu }]) => cpu)),
  };
}

/** Fields as in proc(5), counted behind the name, which may hold anything. */
function readUse(stat: string): Use {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0] = [1, 11, 12].map((at) => fields[at]);
  return { parent, cpu: (user + system) / TICKS };
}

/** What is the process's own, and its share of what it has with others (Pss of proc(5)), bytes. */
function shareOf(pid: number): number {
  try {
    const [, kilobytes] =
      /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0; // Ended meanwhile.
  }
}
