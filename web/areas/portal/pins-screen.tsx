import { Button } from '@mantine/core';
import { IconDownload, IconMapPin } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { exportAddress, PIN_SORTS, type PinSearch, toPinQuery } from '#web/files/pins/pin-list.ts';
import { pinColumns } from '#web/files/pins/pin-table.tsx';
import { api } from '#web/lib/api.ts';
import { clampPage, type ListChoice, useDebouncedText } from '#web/lib/list-choice.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { PagedTable, TableSkeleton } from '#web/ui/data-table.tsx';
import { FilterBar, FilterSelect, SearchInput } from '#web/ui/filter-bar.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { useIsOperatorArea } from './pin-screen.tsx';

type ChosenProps = { chosen: PinSearch; onChoose: (changes: PinSearch) => void };

/** In both areas. */
export function PinsScreen() {
  const isOperator = useIsOperatorArea();
  const chosen: PinSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const onChoose = (changes: PinSearch) =>
    void navigate({
      to: isOperator ? ROUTES.operatorPins : ROUTES.pins,
      search: (before) => ({ ...before, page: undefined, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title="Pins"
      subtitle="Notes, questions and to-dos on photos, maps and weeks"
      actions={(['csv', 'bcfzip'] as const).map((format) => (
        <Button
          key={format}
          component="a"
          href={exportAddress(chosen, format)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export {format === 'csv' ? 'CSV' : 'BCF'}
        </Button>
      ))}
    >
      <FilterBar>
        <SearchInput
          label="Search pins"
          value={chosen.search ?? ''}
          onChange={(text) => onChoose({ search: text || undefined })}
        />
        <FilterSelect
          label="Show"
          choices={SHOWN}
          value={chosen.show ?? 'all'}
          onChange={(show) => onChoose({ show: show === 'all' ? undefined : show })}
        />
        {chosen.week ? (
          <Button variant="default" onClick={() => onChoose({ week: undefined })}>
            Show All Weeks
          </Button>
        ) : null}
      </FilterBar>
      <FoundPins {...{ chosen, onChoose }} />
    </Page>
  );
}

function FoundPins({ chosen, onChoose }: ChosenProps) {
  const route = useIsOperatorArea() ? ROUTES.operatorPin : ROUTES.pin;
  const { search = '', page = 0, by, order } = chosen;
  const input = { ...toPinQuery({ ...chosen, search: useDebouncedText(search) }), page };
  const query = useQuery(api.pins.list.queryOptions({ input, placeholderData: keepPreviousData }));
  const sort = by && { key: by, isDescending: order === 'descending' };
  const choice: ListChoice = { search, page, ...(sort && { sort }) };
  const onChoice = (next: Pick<ListChoice, 'sort' | 'page'>) =>
    onChoose({
      by: PIN_SORTS.find((key) => key === next.sort?.key),
      order: next.sort?.isDescending ? 'descending' : undefined,
      page: next.page || undefined,
    });
  clampPage(query, choice, onChoice);
  return (
    <Loaded
      query={query}
      failed="Failed to load pins"
      waiting={<TableSkeleton label="Loading pins" />}
    >
      {({ pins, found }) =>
        found > 0 ? (
          <PagedTable
            label="Pins"
            columns={pinColumns(route)}
            rows={pins}
            rowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            {...{ choice, found, onChoice }}
          />
        ) : Object.values(toPinQuery(chosen)).some(Boolean) ? (
          <EmptyState icon={IconMapPin} title="No pins match your filters" />
        ) : (
          <EmptyState icon={IconMapPin} title="No pins yet">
            Open a photo and select Add Pin to mark a spot on it.
          </EmptyState>
        )
      }
    </Loaded>
  );
}

const SHOWN = [
  { value: 'all', label: 'All pins' },
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
  { value: 'done', label: 'Done' },
  { value: 'mine', label: 'Assigned to me' },
  { value: 'overdue', label: 'Overdue' },
] as const;
