import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

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
