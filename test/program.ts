import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Program = {
  readonly child: ChildProcess;
  /** Printed lines, starting with those not yet consumed. */
  readonly lines: AsyncIterableIterator<string>;
  /** Resolves with the exit code; null if it was killed. */
  readonly ended: Promise<{ code: number | null; stderr: string }>;
};

/** Runs a file of test/programs in a separate process; `before` is a command that runs it. */
export function runProgram(
  name: string,
  args: string[],
  options: { preload?: string; env?: Record<string, string>; before?: string[] } = {},
): Program {
  const folder = join(import.meta.dirname, 'programs');
  const preload = options.preload ? ['--import', join(folder, options.preload)] : [];
  const command = [process.execPath, ...preload, join(folder, name), ...args];
  const [program = '', ...rest] = [...(options.before ?? []), ...command];
  const child = spawn(program, rest, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, lines, ended };
}
