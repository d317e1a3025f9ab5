import { Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { StoredFile, DeletionConsequences } from '#domain/stored-files.ts';
import { api } from '#web/lib/api.ts';
import { undoText, useBinDays, useDeletionCallbacks } from '#web/lib/bin.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { counted } from '#web/lib/formats.ts';

type DeleteFileProps = { file: StoredFile; onClose: () => void };

export function DeleteFile({ file, onClose }: DeleteFileProps) {
  const { id, fileName } = file;
  const query = useQuery(
    api.storedFiles.consequences.queryOptions({ input: { id }, staleTime: 0 }),
  );
  const binDays = useBinDays();
  const withToasts = useDeletionCallbacks('file', api.storedFiles.list.key(), api.files.key());
  const remove = useMutation(
    api.files.remove.mutationOptions(withToasts('File deleted', 'Failed to delete file', onClose)),
  );
  return (
    <ConfirmDialog
      isOpen
      title="Delete File"
      confirmLabel="Delete"
      isBusy={remove.isPending}
      isDisabled={query.isPending}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <Text mb="xs">
        This deletes <strong>{fileName}</strong>. {undoText(binDays)}
      </Text>
      {query.isPending ? <Skeleton height={20} aria-label="Loading details" /> : null}
      {query.isError ? <Text c="red">{errorMessage(query.error)}</Text> : null}
      {query.data
        ? consequenceTexts(query.data).map((line) => <Text key={line}>{line}</Text>)
        : null}
    </ConfirmDialog>
  );
}

/**
 * What deleting the file affects, one sentence per line, for example "It's in Week 4 of Riverside Tower, which is
 * archived."
 */
function consequenceTexts(consequences: DeletionConsequences): string[] {
  const { submission, companyName, downloadedBy } = consequences;
  const lines = [];
  if (submission) {
    const { title, status, projectName } = submission;
    const place = `${title} of ${projectName}`;
    if (status === 'published') {
      lines.push(`It's published in ${place}. Clients and visitors will no longer see it.`);
    } else {
      lines.push(
        `It's in ${place}, ${status === 'archived' ? 'which is archived' : 'a draft hidden from clients'}.`,
      );
    }
  } else if (companyName !== null) {
    lines.push(`${companyName} will no longer find it under Downloads.`);
  } else lines.push('Only staff can see it.');
  if (downloadedBy > 0) {
    lines.push(
      `${counted(downloadedBy, 'person', 'people')} downloaded it in a ZIP file and ${downloadedBy === 1 ? 'keeps' : 'keep'} that copy.`,
    );
  }
  return lines;
}
