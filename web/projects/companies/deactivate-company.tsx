import { Checkbox, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Company } from '#domain/companies.ts';
import { counted } from '#web/lib/formats.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type DeactivateCompanyProps = {
  company: Company;
  isBusy: boolean;
  onConfirm: (clientsHaveAccess: boolean) => void;
  onClose: () => void;
};

/** Asks before a company takes no new people any more, and whether those it has lose their access. */
export function DeactivateCompany(props: DeactivateCompanyProps) {
  const { company, isBusy, onConfirm, onClose } = props;
  const [closesAccess, setClosesAccess] = useState(false);
  const clients = counted(company.clientCount, 'client');
  return (
    <ConfirmDialog
      isOpen
      title="Deactivate Company"
      confirmLabel="Deactivate"
      isBusy={isBusy}
      onConfirm={() => onConfirm(!closesAccess)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          No one can sign up for <strong>{company.companyName}</strong> with the code{' '}
          <Code>{company.companyCode}</Code> or accept an invitation anymore. Its projects stay.
        </Text>
        <Checkbox
          label={`Also remove access for its ${clients}`}
          description="They can still sign in, but they see no projects. Links they shared stop working."
          checked={closesAccess}
          onChange={(event) => setClosesAccess(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
