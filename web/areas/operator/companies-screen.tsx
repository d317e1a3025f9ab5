import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingSkyscraper, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#domain/companies.ts';
import { may } from '#domain/roles.ts';
import { AddCompany } from '#web/features/companies/add-company.tsx';
import { companyCounts, searchCompanies } from '#web/features/companies/company-list.ts';
import { CompanyTable } from '#web/features/companies/company-table.tsx';
import { api } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session.ts';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { Page } from '#web/ui/page.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

export function CompaniesScreen() {
  const { user } = useSession();
  const isEditable = user !== null && may(user.role, 'companies.manage');
  const [isAdding, dialog] = useDisclosure(false);
  const query = useQuery(api.companies.list.queryOptions());
  return (
    <Page
      title="Company Management"
      subtitle="Companies, their codes and their projects"
      actions={
        isEditable ? (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
            Add Company
          </Button>
        ) : null
      }
    >
      {query.isError && !query.data ? (
        <LoadError
          title="Failed to fetch companies."
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Companies companies={query.data?.companies} isEditable={isEditable} />
      )}
      <AddCompany isOpen={isAdding} onClose={dialog.close} />
    </Page>
  );
}

type CompaniesProps = { companies: Company[] | undefined; isEditable: boolean };

function Companies({ companies, isEditable }: CompaniesProps) {
  const [search, setSearch] = useState('');
  const counts = companies ? companyCounts(companies) : undefined;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={3} spacing={{ base: 'xs', xs: 'md' }}>
        <StatCard label="Total Companies" value={counts?.total} />
        <StatCard label="Active Companies" value={counts?.active} />
        <StatCard label="Total Projects" value={counts?.projects} />
      </SimpleGrid>
      <TextInput
        type="search"
        maw={384}
        aria-label="Search companies"
        placeholder="Search companies..."
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {companies ? (
        <Found companies={searchCompanies(companies, search)} isEditable={isEditable} />
      ) : (
        <TableSkeleton label="Loading companies" />
      )}
    </Stack>
  );
}

function Found({ companies, isEditable }: { companies: Company[]; isEditable: boolean }) {
  if (companies.length === 0) {
    return <EmptyState icon={IconBuildingSkyscraper} title="No companies found." />;
  }
  return <CompanyTable companies={companies} isEditable={isEditable} />;
}
