import { readdirSync, readFileSync } from 'node:fs';

const PAGE = 4096;
const TICKS = 100;

type Use = { parent: number; bytes: number; cpu: number };

/** Resident memory, bytes, and CPU time, seconds, of a process and of all that it started and that still run. */
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
  const ours = [...all].filter(([pid]) => isOurs(pid)).map(([, use]) => use);
  const sum = (pick: (use: Use) => number) => ours.reduce((total, use) => total + pick(use), 0);
  return { bytes: sum(({ bytes }) => bytes), cpu: sum(({ cpu }) => cpu) };
}

/** Fields as in proc(5), counted behind the name, which may hold anything. */
function readUse(stat: string): Use {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, pages = 0] = [1, 11, 12, 21].map((at) => fields[at]);
  return { parent, bytes: pages * PAGE, cpu: (user + system) / TICKS };
}
