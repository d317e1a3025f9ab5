import { readFile, stat } from 'node:fs/promises';

const EVERY_MS = 500;

/**
 * Does `work`, which reads the file at `path` so many times, and says how far it is by what this process has
 * read meanwhile. Only Linux counts that; elsewhere nothing is said.
 */
export async function whileReading<T>(
  path: string,
  { passes, onPercent }: { passes: number; onPercent: (percent: number) => void },
  work: () => Promise<T>,
): Promise<T> {
  const [before, { size }] = await Promise.all([bytesRead(), stat(path)]);
  const timer = setInterval(() => {
    const tell = async () => {
      const read = (await bytesRead()) - before;
      // Overviews within the file are never read, and the last bytes take as long as any.
      if (read > 0) onPercent(Math.min(99, (read / size / passes) * 100));
    };
    void tell();
  }, EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** What this process has read so far (proc_pid_io(5)); 0 where that is not counted. */
async function bytesRead(): Promise<number> {
  const counted = await readFile('/proc/self/io', 'utf8').catch(() => '');
  return Number(/^rchar: (\d+)/m.exec(counted)?.[1] ?? 0);
}
