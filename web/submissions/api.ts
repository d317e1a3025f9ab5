import { QueryObserver, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SubmissionFile } from '#domain/files.ts';
import type { StaffSubmission, Submission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

const filesOf = (submissionId: string) =>
  api.files.listPublished.queryOptions({ input: { submissionId } });

export type FileOfSubmission = { file: SubmissionFile; submission: Submission };

/** `files` grows as responses arrive. */
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

/** Uses the cache unless `isFresh`. Rejects with an Error whose message is shown. */
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

/** Watches a submission's files. They are reloaded when a live event reports a change. */
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

/** Puts a changed submission into the cache and reloads everything that shows part of it. */
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
