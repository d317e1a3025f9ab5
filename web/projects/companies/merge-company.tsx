import { Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#domain/companies.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { useCompanyChoices } from '#web/lib/use-company-choices.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Contents } from './contents.tsx';

export function MergeCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const { id, companyName: name, companyCode, isActive } = company;
  const [intoId, setIntoId] = useState<string | null>(null);
  const choices = useCompanyChoices('active', intoId, id);
  const withToasts = useMutationToasts(api.companies.key(), api.projects.key(), api.people.key());
  const merge = useMutation(
    api.companies.merge.mutationOptions(
      withToasts('Companies Merged', 'Failed to merge companies.', onClose),
    ),
  );
  return (
    <ConfirmDialog
      isOpen
      title="Merge Company"
      confirmLabel="Merge Company"
      isBusy={merge.isPending}
      isDisabled={intoId === null}
      typed={{ noun: 'company', name }}
      onConfirm={(typedName) => intoId && merge.mutate({ id, intoId, typedName })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          This moves everything from <strong>{name}</strong> to another company. The clients of both
          will see all projects of both. {isActive && `The code ${companyCode} continues to work. `}
          This cannot be undone.
        </Text>
        <Select
          label="Merge Into"
          placeholder="Choose a company"
          required
          data-autofocus
          value={intoId}
          onChange={setIntoId}
          error={choices.failure}
          {...choices.props}
        />
        {intoId ? <Contents id={id} intoId={intoId} /> : null}
      </Stack>
    </ConfirmDialog>
  );
}
