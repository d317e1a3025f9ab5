import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { ZipEntry } from '#domain/zip.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { makeOnDemand, PermanentError, type Progress } from '#server/sharing/artifact/make.ts';
import { bytesOf } from './archive.ts';
import { updateDownload } from './queries.ts';

export const FAILED = 'This could not be created. Please try again.';

type Made = { entries: ZipEntry[]; fileIds?: string[]; problem?: string | null };

/** Saves the entries that `make` returns, and its progress. */
export async function makeDownload(
  ctx: Pick<Context, 'db' | 'queue' | 'log' | 'record'>,
  { id, personId }: { id: string; personId: string },
  run: JobRun,
  make: (progress: Progress) => Promise<Made>,
): Promise<void> {
  const write = (changes: Parameters<typeof updateDownload>[2]) => async (tx: Tx) => {
    const isThere = await updateDownload(tx, id, changes);
    await ctx.record(tx, { type: 'downloads.changed', profileIds: [personId] });
    return isThere;
  };
  await makeOnDemand(ctx, {
    table: 'downloads',
    id,
    run,
    make,
    progressed: (percent) => write({ percent }),
    ready: ({ entries, ...made }) => {
      const bytes = bytesOf(entries);
      return write({
        ...made,
        bytes,
        state: 'ready',
        percent: 100,
        entries: JSON.stringify(entries),
      });
    },
    failed: (error) =>
      write({
        state: 'failed',
        problem: error instanceof PermanentError ? error.message : FAILED,
      }),
  });
}
