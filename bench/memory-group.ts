import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A control group with a limit of memory, for a program and all that it starts. */
export type MemoryGroup = {
  /** What a shell does to enter it. */
  enter: string;
  /** Memory of all processes in it, bytes, without what the kernel keeps of files. */
  used(): number;
  /** How many processes the kernel ended in it. */
  kills(): number;
  remove(): void;
};

/** Where groups are made, the file of the limit, that which counts the kills, and what memory.stat calls memory. */
const KINDS = [
  ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes', 'memory.oom_control', 'rss'],
  ['/sys/fs/cgroup', 'memory.max', 'memory.events', 'anon'],
] as const;

/** Makes a group of so many bytes in whichever version of control groups there is; null where none may be made. */
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
