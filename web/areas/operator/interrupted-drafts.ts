import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeptBatch, readBatches } from '#web/files/uploads/queue/kept-batch.ts';
import { likenessOf } from '#web/files/uploads/queue/picked-files.ts';
import type { InterruptedDraft } from '#web/submissions/visits/proposal.ts';
import { client } from '#web/lib/api.ts';
import { CARD } from './card-memory.ts';

const NONE: readonly InterruptedDraft[] = [];

/** Drafts whose uploads were interrupted in this browser. Reloaded when the card's number of files changes. */
export function useInterruptedDrafts(files: number): readonly InterruptedDraft[] {
  const { data } = useQuery({
    queryKey: ['interrupted drafts', files],
    queryFn: async () => {
      const batches = (await readBatches()).filter(({ submissionId }) => submissionId !== CARD);
      return (await Promise.all(batches.map(draftOf))).flatMap((draft) => draft ?? []);
    },
    enabled: files > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}

async function draftOf({ submissionId: id, files }: KeptBatch): Promise<InterruptedDraft | null> {
  const likenesses = new Set(files.map(likenessOf));
  try {
    const { status, projectId } = await client.submissions.get({ id });
    if (status !== 'draft') return null;
    const hasFile: InterruptedDraft['hasFile'] = ({ name, size, modifiedAt }) =>
      likenesses.has(likenessOf({ name, size, lastModified: modifiedAt }));
    return { id, projectId, hasFile };
  } catch {
    // Deleted, or no connection: propose nothing.
    return null;
  }
}
