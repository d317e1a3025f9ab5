import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DriveFolder, DriveImport } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import { useShowProblem } from '../problem.ts';
import { isActive, openFiles } from './transfer-text.ts';

const POLL_MS = 2000;

const FAILURE_TITLE = 'Failed to import from Google Drive';

const options = (submissionId: string) =>
  api.driveTransfers.imports.queryOptions({ input: { submissionId } });

export const useDriveImports = (submissionId: string) =>
  useQuery({
    ...options(submissionId),
    refetchInterval: ({ state }) => (state.data?.imports.some(isActive) ? POLL_MS : false),
  });

export function usePendingImports(submissionId: string): number {
  const imports = useDriveImports(submissionId).data?.imports ?? [];
  return imports
    .filter(isActive)
    .flatMap(({ files }) => openFiles(files))
    .filter(({ state }) => state !== 'failed').length;
}

function useStoreImport(submissionId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = options(submissionId);
  return async (changed: DriveImport) => {
    // A request that is already running may not include this import.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (old) => ({
      imports: [changed, ...(old?.imports.filter(({ id }) => id !== changed.id) ?? [])],
    }));
    await queryClient.invalidateQueries({ queryKey });
  };
}

export type DriveFileRef = { id: string; name: string; resourceKey: string | null };
export type ImportRequest = {
  source: DriveFolder | null;
  subfolders: boolean;
  files: readonly DriveFileRef[];
};

export function useStartImport(submissionId: string) {
  const storeImport = useStoreImport(submissionId);
  const showProblem = useShowProblem();
  return useMutation({
    mutationFn: ({ source, subfolders, files }: ImportRequest) =>
      api.driveTransfers.import.call({
        submissionId,
        source,
        subfolders,
        files: files.map(({ id, name, resourceKey }) => ({ driveFileId: id, name, resourceKey })),
      }),
    onSuccess: (started) => {
      toast.success(
        `Importing ${counted(started.files.length, 'file')}`,
        'The import continues if you leave this page.',
      );
      return storeImport(started);
    },
    onError: (error) => showProblem(error, FAILURE_TITLE),
  });
}

export function useImportChanges(submissionId: string) {
  const storeImport = useStoreImport(submissionId);
  const showProblem = useShowProblem();
  const outcome = {
    onSuccess: storeImport,
    onError: (error: unknown) => showProblem(error, FAILURE_TITLE),
  };
  const cancel = useMutation(api.driveTransfers.cancel.mutationOptions(outcome));
  const retry = useMutation(api.driveTransfers.retry.mutationOptions(outcome));
  const check = useMutation(
    api.driveTransfers.checkForNew.mutationOptions({
      ...outcome,
      onSuccess: async ({ import: started, changed }) => {
        if (started) {
          toast.success(`Importing ${counted(started.files.length, 'new file')}`);
          await storeImport(started);
        } else if (changed.length === 0) {
          toast.note('No new files', 'All files in the folder are already in this project.');
        }
      },
    }),
  );
  return { cancel, retry, check };
}
