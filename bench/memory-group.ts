import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A control group with a memory limit for a program and its children. */
export type MemoryGroup = {
  /** Shell command to enter it. */
  enter: string;
  /** Bytes used by its processes, without the kernel's file cache. */
  used(): number;
  /** How many of its processes the kernel killed. */
  kills(): number;
  remove(): void;
};

/** Root folder, limit file, file with the kill count, and the name of memory in memory.stat. */
const KINDS = [
  ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes', 'memory.oom_control', 'rss'],
  ['/sys/fs/cgroup', 'memory.max', 'memory.events', 'anon'],
] as const;

/** Creates a group with this memory limit in either cgroup version; null if not permitted. */
export function memoryGroup(bytes: number): MemoryGroup | null {
  for (const [root, limit, events, own] of KINDS) {
    const folder = join(root, `overfly-bench-${process.pid}`);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    const remove = () => rmdirSync(folder);
    if (!existsSync(join(folder, limit))) {
      remove();
      continue;
    }
    writeFileSync(join(folder, limit), String(bytes));
    const count = (file: string, name: string) => {
      const found = new RegExp(`^${name} (\\d+)`, 'm').exec(
        readFileSync(join(folder, file), 'utf8'),
      );
      return Number(found?.[1] ?? 0);
    };
    return {
      enter: `echo $$ >${folder}/cgroup.procs`,
      used: () => count('memory.stat', own),
      kills: () => count(events, 'oom_kill'),
      remove,
    };
  }
  return null;
}
