import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DriveSave } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { useTellProblem } from '../problem.ts';
import { isGoing } from './transfer-text.ts';

/** How often it is asked how far files are, milliseconds. */
const ASK_AGAIN_MS = 2000;

const options = (submissionId: string) =>
  api.driveTransfers.saves.queryOptions({ input: { submissionId } });

/** What was sent to Google Drive of a submission, the latest first, asked again while something goes on. */
export const useDriveSaves = (submissionId: string) =>
  useQuery({
    ...options(submissionId),
    refetchInterval: ({ state }) => (state.data?.saves.some(isGoing) ? ASK_AGAIN_MS : false),
  });

/** Sends what is not in Drive yet, which goes on without the page, or ends that. */
export function useSave(submissionId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = options(submissionId);
  const tellProblem = useTellProblem();
  const outcome = {
    onSuccess: async (changed: DriveSave) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (old) => ({
        saves: [changed, ...(old?.saves.filter(({ id }) => id !== changed.id) ?? [])],
      }));
    },
    onError: (error: unknown) => tellProblem(error, 'Failed to save to Google Drive'),
  };
  const save = useMutation(api.driveTransfers.save.mutationOptions(outcome));
  const cancel = useMutation(api.driveTransfers.cancelSave.mutationOptions(outcome));
  return { save, cancel };
}
