/** How far what was asked for is; `updatedAt` is when it last gave a sign. */
type Made = { id: string; state: string; updatedAt: Date };

type Asking<Row extends Made> = {
  now: Date;
  /** Without a sign for so long it was given up. */
  patienceMs: number;
  /** Whether to try anew what failed or was given up. */
  again: boolean;
  /** Answers nothing when there is one already. */
  insert: () => Promise<{ id: string } | undefined>;
  find: () => Promise<Row | undefined>;
  /** Gives a new one to the worker. */
  begin: (id: string) => Promise<void>;
  /** Gives one to the worker that had stopped, and says what becomes of its row. */
  restart: (row: Row) => Promise<Row>;
};

/**
 * What somebody asks for that the worker makes of some content: made once, however often and by however many it
 * is asked for. One that was given up is told as failed. Undefined when it was removed at this moment.
 */
export async function askOnce<Row extends Made>(
  asking: Asking<Row>,
): Promise<Row | (Omit<Row, 'state'> & { state: 'failed' }) | undefined> {
  const { now, patienceMs, again, insert, find, begin, restart } = asking;
  const made = await insert();
  if (made) await begin(made.id);
  const found = await find();
  if (!found) return undefined;
  const isStuck =
    found.state === 'making' && now.getTime() - found.updatedAt.getTime() > patienceMs;
  if (!isStuck && (found.state === 'making' || found.state === 'ready')) return found;
  if (again) return restart(found);
  return isStuck ? { ...found, state: 'failed' } : found;
}
