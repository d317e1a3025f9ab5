import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingSkyscraper, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { COMPANY_SORTS } from '#domain/companies.ts';
import { may } from '#domain/roles.ts';
import { CompanyDialog } from '#web/projects/companies/company-dialog.tsx';
import { CompanyTable } from '#web/projects/companies/company-table.tsx';
import { api } from '#web/lib/api.ts';
import { type ListChoice, toListQuery, useDebouncedText, clampPage } from '#web/lib/list-choice.ts';
import { useSession } from '#web/lib/session.ts';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { FilterBar, SearchInput } from '#web/ui/filter-bar.tsx';
import { Page } from '#web/ui/page.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';

export function CompaniesScreen() {
  const { user } = useSession();
  const isEditable = user !== null && may(user.role, 'companies.manage');
  const isRemovable = user !== null && may(user.role, 'companies.remove');
  const [isAdding, dialog] = useDisclosure(false);
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
      <Companies isEditable={isEditable} isRemovable={isRemovable} />
      <CompanyDialog isOpen={isAdding} company={null} onClose={dialog.close} />
    </Page>
  );
}

type CompaniesProps = { isEditable: boolean; isRemovable: boolean };

function Companies(rights: CompaniesProps) {
  const [choice, setChoice] = useState<ListChoice>({ search: '', page: 0 });
  const input = toListQuery({ ...choice, search: useDebouncedText(choice.search) }, COMPANY_SORTS);
  const query = useQuery(
    api.companies.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  const counts = query.data?.counts;
  clampPage(query, choice, setChoice);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={3} spacing={{ base: 'xs', xs: 'md' }}>
        <StatCard label="Total Companies" value={counts?.total} />
        <StatCard label="Active Companies" value={counts?.active} />
        <StatCard label="Total Projects" value={counts?.projects} />
      </SimpleGrid>
      <FilterBar>
        <SearchInput
          label="Search companies"
          value={choice.search}
          onChange={(search) => setChoice({ ...choice, search, page: 0 })}
        />
      </FilterBar>
      <Loaded
        query={query}
        failed="Failed to fetch companies."
        waiting={<TableSkeleton label="Loading companies" />}
      >
        {({ companies, found }) =>
          found === 0 ? (
            <EmptyState icon={IconBuildingSkyscraper} title="No companies found." />
          ) : (
            <CompanyTable
              companies={companies}
              found={found}
              choice={choice}
              isStale={query.isPlaceholderData}
              {...rights}
              onChoice={(changes) => setChoice({ ...choice, ...changes })}
            />
          )
        }
      </Loaded>
    </Stack>
  );
}
