import { QueryObserver, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SubmissionFile } from '#domain/files.ts';
import type { StaffSubmission, Submission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

const filesOf = (submissionId: string) =>
  api.files.listPublished.queryOptions({ input: { submissionId } });

export type FileOfSubmission = { file: SubmissionFile; submission: Submission };

/** The files of several submissions as one list that grows while the answers come in. */
export function useFilesOf(submissions: readonly Submission[]) {
  return useQueries({
    queries: submissions.map(({ id }) => filesOf(id)),
    combine: (results) => ({
      files: results.flatMap(({ data }, index): FileOfSubmission[] => {
        const submission = submissions[index];
        return submission && data ? data.files.map((file) => ({ file, submission })) : [];
      }),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ isError, data }) => isError && !data)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.isError) void result.refetch();
      },
    }),
  });
}

/**
 * Fetches the files of a submission, from the cache unless `isFresh`. Rejects with an Error in
 * words for a person.
 */
export function useLoadFiles() {
  const queryClient = useQueryClient();
  return useCallback(
    async (submissionId: string, { isFresh }: { isFresh: boolean }) => {
      try {
        const staleTime = isFresh ? 0 : 'static';
        return (await queryClient.query({ ...filesOf(submissionId), staleTime })).files;
      } catch (error) {
        throw new Error(errorMessage(error), { cause: error });
      }
    },
    [queryClient],
  );
}

/** Watches the files of a submission, which are asked for again when the live channel says that they have changed. */
export function useWatchFiles() {
  const queryClient = useQueryClient();
  return useCallback(
    (submissionId: string, onFiles: (files: readonly SubmissionFile[]) => void) => {
      const options = { ...filesOf(submissionId), staleTime: Infinity };
      return new QueryObserver(queryClient, options).subscribe(({ data, isSuccess }) => {
        if (isSuccess) onFiles(data.files);
      });
    },
    [queryClient],
  );
}

/** Shows a submission as it was just changed, and asks anew about all that shows something of it. */
export function useAcceptSubmission() {
  const queryClient = useQueryClient();
  return (submission: StaffSubmission) => {
    const { queryKey } = api.submissions.get.queryOptions({ input: { id: submission.id } });
    queryClient.setQueryData(queryKey, submission);
    return Promise.all([
      queryClient.invalidateQueries({ queryKey: api.submissions.key() }),
      queryClient.invalidateQueries({ queryKey: api.projects.key() }),
    ]);
  };
}
