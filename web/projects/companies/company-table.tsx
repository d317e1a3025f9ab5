import { Button, Code, Group, Switch, Text, Checkbox, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import type { Company, ListedCompany } from '#domain/companies.ts';
import { api } from '#web/lib/api.ts';
import { count, counted } from '#web/lib/formats.ts';
import type { ListChoice } from '#web/lib/list-choice.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, PagedTable } from '#web/ui/data-table.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { toast } from '#web/ui/toast.ts';
import { CompanyDialog } from './company-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type CompanyTableProps = {
  companies: readonly ListedCompany[];
  found: number;
  choice: ListChoice;
  isStale: boolean;
  isEditable: boolean;
  onChoice: (changes: Pick<ListChoice, 'sort' | 'page'>) => void;
};

export function CompanyTable({ companies, isEditable, ...list }: CompanyTableProps) {
  // Not cleared while the dialog closes, so that its content doesn't change during the animation.
  const [edited, setEdited] = useState<Company | null>(null);
  const [isEditing, dialog] = useDisclosure(false);
  const columns: Column<ListedCompany>[] = [
    {
      key: 'company',
      header: 'Company',
      kind: 'heading',
      isSortable: true,
      render: ({ companyName, description, usedBytes, quotaBytes }) => (
        <>
          <Text fw={500}>{companyName}</Text>
          {description ? (
            <Text c="dimmed" size="xs" lineClamp={1}>
              {description}
            </Text>
          ) : null}
          {usedBytes === null || quotaBytes === null ? null : (
            <Text c="dimmed" size="xs" className="tabular">
              {byteSize(usedBytes)} of {byteSize(quotaBytes)} used
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'code',
      header: 'Code',
      width: 140,
      isSortable: true,
      render: ({ companyCode }) => <Code>{companyCode}</Code>,
    },
    {
      key: 'projects',
      header: 'Projects',
      width: 110,
      align: 'end',
      isSortable: true,
      render: ({ projectCount }) => count(projectCount),
    },
    {
      key: 'status',
      header: 'Status',
      width: 140,
      isSortable: true,
      render: (company) => <StatusSwitch company={company} isEditable={isEditable} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      width: 240,
      render: (company) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          {isEditable ? (
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setEdited(company);
                dialog.open();
              }}
            >
              Edit<span className="visually-hidden"> {company.companyName}</span>
            </Button>
          ) : null}
          <ButtonLink
            to={ROUTES.companyProjects}
            params={{ companyId: company.id }}
            variant="default"
            size="xs"
          >
            Manage Projects<span className="visually-hidden"> of {company.companyName}</span>
          </ButtonLink>
        </Group>
      ),
    },
  ];
  return (
    <>
      <PagedTable
        label="Companies"
        columns={columns}
        rows={companies}
        rowKey={({ id }) => id}
        {...list}
      />
      <CompanyDialog isOpen={isEditing} company={edited} onClose={dialog.close} />
    </>
  );
}

function StatusSwitch({ company, isEditable }: { company: Company; isEditable: boolean }) {
  const queryClient = useQueryClient();
  const update = useMutation(
    api.companies.update.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.companies.key() }),
      onError: (error) => toast.failure('Failed to update company status.', error),
    }),
  );
  const [isAsking, dialog] = useDisclosure(false);
  const { id, companyName, clientsHaveAccess } = company;
  const isActive = update.isPending ? update.variables.isActive === true : company.isActive;
  return (
    <>
      <Switch
        checked={isActive}
        disabled={!isEditable}
        // Not disabled while pending, because that would remove the focus.
        aria-busy={update.isPending}
        label={isActive ? 'Active' : 'Inactive'}
        aria-label={`${companyName} is active`}
        onChange={(event) => {
          if (update.isPending) return;
          if (event.currentTarget.checked) update.mutate({ id, isActive: true });
          else dialog.open();
        }}
      />
      {!company.isActive && clientsHaveAccess ? (
        <Text c="dimmed" size="xs">
          Clients keep access
        </Text>
      ) : null}
      {isAsking ? (
        <DeactivateCompany
          company={company}
          isBusy={update.isPending}
          onConfirm={(keepsAccess) =>
            update.mutate(
              { id, isActive: false, clientsHaveAccess: keepsAccess },
              { onSettled: dialog.close },
            )
          }
          onClose={dialog.close}
        />
      ) : null}
    </>
  );
}

type DeactivateCompanyProps = {
  company: Company;
  isBusy: boolean;
  onConfirm: (clientsHaveAccess: boolean) => void;
  onClose: () => void;
};

function DeactivateCompany(props: DeactivateCompanyProps) {
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
          No one can sign up for <strong>{company.companyName}</strong> with code{' '}
          <Code>{company.companyCode}</Code> or accept an invitation anymore. Its projects are kept.
        </Text>
        <Checkbox
          label={`Also remove access for its ${clients}`}
          description="They can still sign in, but they won't see any projects. Links they shared will stop working."
          checked={closesAccess}
          onChange={(event) => setClosesAccess(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
