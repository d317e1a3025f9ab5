import { Button, Group, Select, type SelectProps, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEntry } from '#domain/audit.ts';
import {
  actionLabel,
  actorLabel,
  detailText,
  subjectLabel,
} from '#web/events/audit/activity-text.ts';
import { api } from '#web/lib/api.ts';
import { dateTime, DEFAULT_TIME_ZONE, relativeDate } from '#web/lib/formats.ts';
import { type Column, DataTable, TableSkeleton } from '#web/ui/data-table.tsx';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { instantOf } from '#domain/zoned-time.ts';

const COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'action',
    header: 'What',
    kind: 'heading',
    render: ({ action, detail }) => (
      <>
        <Text fw={500}>{actionLabel(action)}</Text>
        <Text c="dimmed" size="xs" lineClamp={2}>
          {detailText(detail)}
        </Text>
      </>
    ),
  },
  {
    key: 'subject',
    header: 'Subject',
    isName: true,
    render: ({ subject }) => subjectLabel(subject),
  },
  {
    key: 'actor',
    header: 'Who',
    width: 200,
    isName: true,
    render: ({ actor }) => actorLabel(actor),
  },
  {
    key: 'at',
    header: 'When',
    width: 240,
    render: ({ at }) => (
      <div className="tabular">
        {dateTime(at, DEFAULT_TIME_ZONE)}
        <Text c="dimmed" size="xs">
          {relativeDate(at, DEFAULT_TIME_ZONE, new Date())}
        </Text>
      </div>
    ),
  },
];

export function AuditScreen() {
  const [filter, setFilter] = useState<AuditFilter>(NO_FILTER);
  // The `before` ids of the visited pages; the last is the current page's.
  const [pages, setPages] = useState<number[]>([]);
  const before = pages.at(-1);
  const input = { ...toAuditQuery(filter), ...(before ? { before } : {}) };
  const query = useQuery(api.audit.list.queryOptions({ input, placeholderData: keepPreviousData }));
  const next = query.data?.next ?? null;
  const goToPage = (wanted: number[]) => {
    setPages(wanted);
    window.scrollTo({ top: 0 });
  };
  return (
    <Page title="Audit Log" subtitle="Who changed what, and when">
      <Filters
        filter={filter}
        onFilter={(chosen) => {
          setFilter(chosen);
          setPages([]);
        }}
      />
      {query.isError && !query.data ? (
        <LoadError title="Failed to load the audit log" query={query} />
      ) : (
        <Entries entries={query.data?.entries} isFiltered={filter !== NO_FILTER} />
      )}
      {pages.length > 0 || next !== null ? (
        <Group justify="center" gap="sm">
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            disabled={pages.length === 0}
            onClick={() => goToPage(pages.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden />}
            disabled={next === null || query.isPlaceholderData}
            onClick={() => {
              if (next !== null) goToPage([...pages, next]);
            }}
          >
            Older
          </Button>
        </Group>
      ) : null}
    </Page>
  );
}

type EntriesProps = { entries: readonly AuditEntry[] | undefined; isFiltered: boolean };

function Entries({ entries, isFiltered }: EntriesProps) {
  if (!entries) return <TableSkeleton label="Loading the audit log" />;
  if (entries.length === 0) {
    return (
      <EmptyState icon={IconHistory} title="No entries found.">
        {isFiltered ? 'No entries match your filters.' : null}
      </EmptyState>
    );
  }
  return (
    <DataTable label="Audit log" columns={COLUMNS} rows={entries} rowKey={({ id }) => String(id)} />
  );
}

type FiltersProps = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void };

function Filters({ filter, onFilter }: FiltersProps) {
  const choices = useQuery(api.audit.choices.queryOptions());
  const { people = [], actions = [] } = choices.data ?? {};
  return (
    <Stack gap="xs">
      <FilterBar>
        <FilterSelect
          label="Person"
          placeholder="Everyone"
          nothingFoundMessage="No people found"
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.actorId}
          onChange={(actorId) => onFilter({ ...filter, actorId })}
        />
        <FilterSelect
          label="Action"
          placeholder="All actions"
          nothingFoundMessage="No actions found"
          data={actions.map((value) => ({ value, label: actionLabel(value) }))}
          value={filter.action}
          onChange={(action) => onFilter({ ...filter, action })}
        />
        <DatePickerInput
          type="range"
          allowSingleDateInRange
          w={{ base: '100%', xs: 260 }}
          label="Dates"
          placeholder="Any date"
          valueFormat="MMM D, YYYY"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear dates' }}
          value={filter.days}
          onChange={(days) => onFilter({ ...filter, days })}
        />
      </FilterBar>
      {choices.isError && !choices.data ? (
        <Text c="dimmed" size="sm">
          Failed to load the filters. Reload the page to filter by person or action.
        </Text>
      ) : null}
    </Stack>
  );
}

function FilterSelect({ label, ...select }: SelectProps & { label: string }) {
  return (
    <Select
      w={{ base: '100%', xs: 220 }}
      searchable
      clearable
      label={label}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      {...select}
    />
  );
}

/** `days` are the first and last day, YYYY-MM-DD. */
type AuditFilter = {
  actorId: string | null;
  action: string | null;
  days: [string | null, string | null];
};

export const NO_FILTER: AuditFilter = { actorId: null, action: null, days: [null, null] };

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** The filter as the API expects it. Days start at midnight in the time zone that dates are shown in. */
export function toAuditQuery({ actorId, action, days: [first, last] }: AuditFilter) {
  const startOf = (day: string) => instantOf(`${day} 00:00:00`, DEFAULT_TIME_ZONE);
  return {
    ...(actorId ? { actorId } : {}),
    ...(action ? { action } : {}),
    ...(first ? { from: startOf(first) } : {}),
    ...(first ? { until: startOf(dayAfter(last ?? first)) } : {}),
  };
}
