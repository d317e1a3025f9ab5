import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A Linux control group with a memory limit, for a program and its child processes. */
export type MemoryGroup = {
  /** Shell command that joins the group. */
  enter: string;
  /** Bytes used by all its processes, without the page cache. */
  used(): number;
  kills(): number;
  remove(): void;
};

/** For cgroup v1 and v2: root folder, limit file, file with the kill count, and the memory.stat field to read. */
const KINDS = [
  ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes', 'memory.oom_control', 'rss'],
  ['/sys/fs/cgroup', 'memory.max', 'memory.events', 'anon'],
] as const;

/** Creates a group with a memory limit, in cgroup v1 or v2; null if that isn't allowed. */
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
