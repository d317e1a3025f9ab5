import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { getPriority, setPriority, totalmem } from 'node:os';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type ProcessBounds = {
  /** Of its data segment (RLIMIT_DATA): a process that asks for more is refused it. */
  bytes: number;
  cpuSeconds: number;
};

/** A little behind: such a program gets a third of what the server gets while both want a core, so it goes on, too. */
const NICENESS = 5;

/**
 * Sets the bounds and becomes the program; what a system does not know it leaves out. When memory runs
 * out all the same, the kernel ends this process first, and not the server.
 */
const BOUNDED = `{ echo 1000 >/proc/self/oom_score_adj; ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; } 2>/dev/null
shift 2; exec "$@"`;

/**
 * Starts a program that works on a stranger's file. Without a shell (Windows) it has no bounds. Whatever answers
 * people goes before it: on two cores, two pictures being decoded made pages wait for a second.
 */
export function spawnBounded(
  [program = '', ...args]: string[],
  { bytes, cpuSeconds }: ProcessBounds,
  options: SpawnOptions,
): ChildProcess {
  const bounds = [bytes / 1024, cpuSeconds].map((bound) => String(Math.ceil(bound)));
  const child =
    process.platform === 'win32'
      ? spawn(program, args, options)
      : spawn('/bin/sh', ['-c', BOUNDED, 'sh', ...bounds, program, ...args], options);
  // Before it has threads, which have the priority of who starts them.
  if (child.pid !== undefined) setPriority(child.pid, Math.max(getPriority(), NICENESS));
  return child;
}

/** Where control groups of the second and of the first version keep their limit. */
const [V2, V1] = [
  ['sys/fs/cgroup', 'memory.max'],
  ['sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
] as const;

/**
 * Bytes of memory that this process may take: the machine's, or what the tightest of the control groups
 * around it has. Node itself looks at the innermost group only, and a container may sit in a limited one.
 * `root` is for tests.
 */
export function memoryLimit(root = '/'): number {
  const own = textOf(join(root, 'proc/self/cgroup')).split('\n').flatMap(groupsOf);
  const limits = own.map(([mount, group, file]) =>
    Number.parseInt(textOf(join(root, mount, group, file)), 10),
  );
  return Math.min(totalmem(), ...limits.filter((limit) => limit > 0));
}

/** From a line of /proc/self/cgroup, `id:controllers:path`: the group with all those around it. */
function groupsOf(line: string): [mount: string, group: string, file: string][] {
  const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
  if (path === undefined) return [];
  const isFirst = controllers?.split(',').includes('memory') ?? false;
  if (controllers !== '' && !isFirst) return [];
  const [mount, file] = isFirst ? V1 : V2;
  const groups = [path];
  for (let group = path; group !== '/'; groups.push(group)) group = dirname(group);
  return groups.map((group) => [mount, group, file]);
}

/** Empty where there is no such file: no Linux, or a group that this container does not see. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
