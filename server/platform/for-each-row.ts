/** Runs `concurrency` rows at a time. Stops at the first failure and rejects with it. */
export async function forEachRow<Row>(
  rows: AsyncGenerator<Row>,
  concurrency: number,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  let isBroken = false;
  const runWorker = async () => {
    try {
      for (;;) {
        const next = await rows.next();
        if (next.done || isBroken) return;
        await work(next.value);
      }
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, runWorker));
  await rows.return(undefined);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
