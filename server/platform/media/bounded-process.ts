import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { getPriority, setPriority, totalmem } from 'node:os';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type ProcessBounds = {
  bytes: number;
  cpuSeconds: number;
};

/** On a busy core, these programs get about a third of the server's share, so pages stay fast. */
const NICENESS = 5;

const LIMIT_SCRIPT = `{ echo 1000 >/proc/self/oom_score_adj; ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; } 2>/dev/null
shift 2; exec "$@"`;

/** Starts a program that reads an untrusted file. No limits on Windows, which has no shell. */
export function spawnBounded(
  [program = '', ...args]: string[],
  { bytes, cpuSeconds }: ProcessBounds,
  options: SpawnOptions,
): ChildProcess {
  const bounds = [bytes / 1024, cpuSeconds].map((bound) => String(Math.ceil(bound)));
  const child =
    process.platform === 'win32'
      ? spawn(program, args, options)
      : spawn('/bin/sh', ['-c', LIMIT_SCRIPT, 'sh', ...bounds, program, ...args], options);
  // Set the priority before the program starts threads, because they inherit it.
  if (child.pid !== undefined) setPriority(child.pid, Math.max(getPriority(), NICENESS));
  return child;
}

const [V2, V1] = [
  ['sys/fs/cgroup', 'memory.max'],
  ['sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
] as const;

/** Bytes available to this process. Node itself checks only the innermost control group. `root` is for tests. */
export function memoryLimit(root = '/'): number {
  const own = textOf(join(root, 'proc/self/cgroup')).split('\n').flatMap(groupsOf);
  const limits = own.map(([mount, group, file]) =>
    Number.parseInt(textOf(join(root, mount, group, file)), 10),
  );
  return Math.min(totalmem(), ...limits.filter((limit) => limit > 0));
}

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

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
