import type { Context } from '#server/platform/context.ts';
import { findFile } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const EVERY_MS = 3000;

/** Runs `work` with a signal that aborts when `ending` does or the file is deleted. */
export async function withCancellation<T>(
  { db }: Pick<Context, 'db'>,
  fileId: string,
  ending: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const checkFile = async () => {
    if (!(await db.as(SYSTEM, (tx) => findFile(tx, fileId)))) gone.abort();
  };
  const timer = setInterval(() => void checkFile().catch(() => {}), EVERY_MS);
  try {
    return await work(AbortSignal.any([ending, gone.signal]));
  } finally {
    clearInterval(timer);
  }
}
