import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Upload } from '#domain/uploads.ts';
import { api } from '#web/lib/api.ts';
import { useLiveState } from '#web/lib/live.ts';
import { useGradual } from '#web/lib/use-gradual.ts';
import { gatherHandles, likenessOf } from './picked-files.ts';
import { type KeptBatch, readBatch, withArrived } from './upload-records.ts';
import { unfinishedUploads } from './upload-item.ts';
import { isUploading, untilUploaded, uploadQueueOf } from './upload-queues.ts';
import type { UploadQueue } from './upload-queue.ts';

/** The queue of a submission and its state, with what the server says of the uploads. */
export function useUploads(submissionId: string) {
  const queue = uploadQueueOf(submissionId);
  const snapshot = useGradual(queue.watch, queue.snapshot);
  const queryClient = useQueryClient();
  const { data } = useQuery(api.uploads.list.queryOptions({ input: { submissionId } }));
  const stored = snapshot.items.filter(({ state }) => state === 'stored').length;
  // The live channel tells of each file that has come, and asks once for many.
  const isTold = useLiveState() === 'open';
  useEffect(() => {
    if (stored > 0 && !isTold) {
      void queryClient.invalidateQueries({
        queryKey: api.files.list.key({ input: { submissionId } }),
      });
    }
  }, [queryClient, submissionId, stored, isTold]);
  const unfinished: Upload[] = unfinishedUploads(data?.uploads ?? [], snapshot.items);
  return { queue, snapshot, unfinished };
}

export type KeptState =
  /** Nothing was interrupted, or it goes on already. */
  | { kind: 'none' }
  | { kind: 'elsewhere' }
  /** `canContinue`: the browser can read the files again by itself. */
  | { kind: 'interrupted'; batch: KeptBatch; canContinue: boolean };

const NOTHING_KEPT: KeptState = { kind: 'none' };

/** Set by whoever has looked, for all of a page that show something of it. */
const keptOf = (submissionId: string) =>
  queryOptions({
    queryKey: ['kept batch', submissionId],
    queryFn: (): KeptState => NOTHING_KEPT,
    initialData: (): KeptState => NOTHING_KEPT,
    enabled: false,
  });

const granted = async (handle: FileSystemHandle) =>
  (await handle.queryPermission?.({ mode: 'read' })) === 'granted';

/**
 * What was being uploaded when the page was left. It goes on by itself where the browser still
 * allows the files to be read, unless it had been paused.
 */
export function useKeptBatch(submissionId: string, queue: UploadQueue) {
  const queryClient = useQueryClient();
  const { data: kept } = useQuery(keptOf(submissionId));
  const setKept = useCallback(
    (state: KeptState) => {
      queryClient.setQueryData(keptOf(submissionId).queryKey, state);
    },
    [queryClient, submissionId],
  );
  useEffect(() => {
    const left = new AbortController();
    const isOver = () => left.signal.aborted || queue.isBusy();
    const look = async (): Promise<KeptState> => {
      // The page stayed and has the files at hand: most likely somebody had to sign in again.
      if (queue.retry()) return NOTHING_KEPT;
      const batch = await readBatch(submissionId);
      if (!batch || queue.isBusy()) return NOTHING_KEPT;
      const isElsewhere = await isUploading(submissionId);
      const permissions = await Promise.all(batch.handles.map(granted));
      if (isOver()) return NOTHING_KEPT;
      if (isElsewhere) {
        setKept({ kind: 'elsewhere' });
        // That tab may be this one before it was loaded again, whose end takes the browser a moment.
        await untilUploaded(submissionId, left.signal);
        return look();
      }
      const canContinue = batch.handles.length > 0;
      const isAllowed = canContinue && !batch.isPaused && permissions.every(Boolean);
      if (isAllowed && (await continueBatch(queue, batch))) return NOTHING_KEPT;
      return { kind: 'interrupted', batch, canContinue };
    };
    const ignoreOnceLeft = (error: unknown) => {
      if (!left.signal.aborted) throw error;
    };
    void look().then((state) => left.signal.aborted || setKept(state), ignoreOnceLeft);
    return () => left.abort();
  }, [submissionId, queue, setKept]);
  return [kept, setKept] as const;
}

/** Reads the files of a batch again and goes on with them; false when they can no longer be read. */
export async function continueBatch(queue: UploadQueue, batch: KeptBatch): Promise<boolean> {
  try {
    for (const handle of batch.handles) {
      // Asks the person, who has just pressed a button; where it is allowed already nothing is asked.
      if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') return false;
    }
    const wanted = new Set(batch.files.map(likenessOf));
    const { files } = await gatherHandles(batch.handles);
    const found = files.filter(({ file }) => wanted.has(likenessOf(file)));
    if (found.length === 0) return false;
    queue.add(found, [], batch);
    return true;
  } catch {
    return false;
  }
}

/**
 * How many files are still on their way to a submission from this page, and how many failed or were left when the page
 * was. `files`: those it has.
 */
export function useUploadCounts(submissionId: string, files: Parameters<typeof withArrived>[1]) {
  const queue = uploadQueueOf(submissionId);
  const uploading = useGradual(queue.watch, queue.filesLeft);
  const failed = useGradual(queue.watch, queue.filesFailed);
  const { data: kept } = useQuery(keptOf(submissionId));
  const left =
    kept.kind === 'interrupted'
      ? withArrived(kept.batch, files).files.filter(({ isDone }) => !isDone).length
      : 0;
  return { uploading, notUploaded: failed + left };
}
