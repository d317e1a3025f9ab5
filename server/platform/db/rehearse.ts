/**
 * Runs a transaction for what it may throw and takes back all that it wrote: `run` must call `finish` last, inside it.
 * Rejects with what the transaction rejects with.
 */
export async function rehearse(run: (finish: () => never) => Promise<unknown>): Promise<void> {
  const over = new Error('The rehearsal is over.');
  await run(() => {
    throw over;
  }).catch((error: unknown) => {
    if (error !== over) throw error;
  });
}
