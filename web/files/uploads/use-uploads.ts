import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Upload } from '#domain/uploads.ts';
import { api } from '#web/lib/api.ts';
import { useLiveState } from '#web/lib/live.ts';
import { useDeferredStore } from '#web/lib/use-deferred-store.ts';
import { allItems, unfinishedUploads } from './upload-item.ts';
import { uploadQueueOf } from './upload-queues.ts';

export function useQueue(home: string, uploads: readonly Upload[] = []) {
  const queue = uploadQueueOf(home);
  const snapshot = useDeferredStore(queue.watch, queue.snapshot);
  useEffect(() => void queue.resumeInterrupted(), [queue]);
  const items = allItems(snapshot);
  const unfinished = unfinishedUploads(uploads, items);
  const isEmpty = items.length + unfinished.length === 0;
  return { queue, snapshot, uploads, unfinished, isEmpty };
}

export function useUploads(submissionId: string) {
  const queryClient = useQueryClient();
  const { data } = useQuery(api.uploads.list.queryOptions({ input: { submissionId } }));
  const uploads = useQueue(submissionId, data?.uploads);
  const stored = uploads.snapshot.items.filter(({ state }) => state === 'stored').length;
  // The live channel already reports stored files, in batches.
  const isLive = useLiveState() === 'open';
  useEffect(() => {
    if (stored > 0 && !isLive) {
      void queryClient.invalidateQueries({
        queryKey: api.files.list.key({ input: { submissionId } }),
      });
    }
  }, [queryClient, submissionId, stored, isLive]);
  return uploads;
}

/** Number of files uploading from this page, and of files that failed or were interrupted. */
export function useUploadCounts(submissionId: string) {
  const queue = uploadQueueOf(submissionId);
  const uploading = useDeferredStore(queue.watch, queue.filesLeft);
  const notUploaded = useDeferredStore(queue.watch, queue.filesNotUploaded);
  return { uploading, notUploaded };
}
