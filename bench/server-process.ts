import { fork } from 'node:child_process';
import { once } from 'node:events';

export type ServerProcess = {
  port: number;
  /** CPU time (user and system) in seconds. */
  cpu(): Promise<number>;
  /** Resident memory in bytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

type Started = { port: number };
type Usage = { cpu: number; memory: number };

/** Runs `file role …rest` and waits until it listens. The file must call `reportServer`. */
export async function startServer(
  file: string,
  role: string,
  ...rest: string[]
): Promise<ServerProcess> {
  const child = fork(file, [role, ...rest], { serialization: 'advanced' });
  const exited = once(child, 'exit');
  const answer = async (question: string) => {
    const received = once(child, 'message');
    child.send(question);
    return ((await received) as [Usage])[0];
  };
  const first = await Promise.race([
    once(child, 'message') as Promise<[Started]>,
    exited.then(() => Promise.reject(new Error(`the server "${role}" did not start`))),
  ]);
  return {
    ...first[0],
    cpu: async () => (await answer('usage')).cpu,
    memory: async () => (await answer('usage')).memory,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}

/** Reports the port to the parent, answers its queries, and exits with it. */
export function reportServer(port: number, close: () => unknown): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() };
    process.send?.(usage);
  });
  process.on('disconnect', () => void Promise.resolve(close()).finally(() => process.exit(0)));
  const started: Started = { port };
  process.send?.(started);
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
