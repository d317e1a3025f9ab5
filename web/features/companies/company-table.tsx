import { Code, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Company } from '#domain/companies.ts';
import { api } from '#web/lib/api.ts';
import { count } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DeactivateCompany } from './deactivate-company.tsx';

type CompanyTableProps = { companies: readonly Company[]; isEditable: boolean };

/** The companies with their status switch and the way to their projects. */
export function CompanyTable({ companies, isEditable }: CompanyTableProps) {
  const columns: Column<Company>[] = [
    {
      key: 'company',
      header: 'Company',
      kind: 'heading',
      sortBy: ({ companyName }) => companyName,
      render: ({ companyName, description }) => (
        <>
          <Text fw={500}>{companyName}</Text>
          {description ? (
            <Text c="dimmed" size="xs" lineClamp={1}>
              {description}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      key: 'code',
      header: 'Code',
      width: 140,
      sortBy: ({ companyCode }) => companyCode,
      render: ({ companyCode }) => <Code>{companyCode}</Code>,
    },
    {
      key: 'projects',
      header: 'Projects',
      width: 110,
      align: 'end',
      sortBy: ({ projectCount }) => projectCount,
      render: ({ projectCount }) => count(projectCount),
    },
    {
      key: 'status',
      header: 'Status',
      width: 140,
      sortBy: ({ isActive }) => (isActive ? 0 : 1),
      render: (company) => <StatusSwitch company={company} isEditable={isEditable} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      width: 170,
      render: ({ id, companyName }) => (
        <ButtonLink
          to={ROUTES.companyProjects}
          params={{ companyId: id }}
          variant="default"
          size="xs"
        >
          Manage Projects<span className="visually-hidden"> of {companyName}</span>
        </ButtonLink>
      ),
    },
  ];
  return <DataTable label="Companies" columns={columns} rows={companies} rowKey={({ id }) => id} />;
}

/** Switches a company; before one is deactivated, asks what becomes of its clients. */
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
        // Not disabled meanwhile: that would take the focus away.
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
