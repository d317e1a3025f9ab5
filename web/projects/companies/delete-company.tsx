import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Company } from '#domain/companies.ts';
import { api } from '#web/lib/api.ts';
import { undoText, useBinDays, useDeletionCallbacks } from '#web/lib/bin.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Contents } from './contents.tsx';

export function DeleteCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const { id, companyName: name } = company;
  const binDays = useBinDays();
  const withToasts = useDeletionCallbacks('company', api.companies.key(), api.projects.key());
  const remove = useMutation(
    api.companies.remove.mutationOptions(
      withToasts('Company Deleted', 'Failed to delete company.', onClose),
    ),
  );
  return (
    <ConfirmDialog
      isOpen
      title="Delete Company"
      confirmLabel="Delete Company"
      isBusy={remove.isPending}
      typed={{ noun: 'company', name }}
      onConfirm={(typedName) => remove.mutate({ id, typedName })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          This deletes <strong>{name}</strong> with everything in it. Its clients no longer see
          anything, and its share links stop working. {undoText(binDays)}
        </Text>
        <Contents id={id} />
      </Stack>
    </ConfirmDialog>
  );
}
