import {
  LEAD_STAGE_LABELS,
  LEAD_STAGES,
  type Inbox,
  type INBOX_FILTERS,
  type LeadStage,
} from '#domain/form-submissions.ts';
import { count } from '#web/lib/formats.ts';
import { FilterBar, FilterSelect, FilterSwitch, SearchInput } from '#web/ui/filter-bar.tsx';
import { ADDRESSES } from '#web/lib/paths.ts';

const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const;

const STAGES = [
  { value: 'any', label: 'Any stage' },
  ...LEAD_STAGES.map((value) => ({ value, label: LEAD_STAGE_LABELS[value] })),
] as const;

type InboxControlsProps = {
  choice: InboxChoice;
  counts: Inbox['counts'] | undefined;
  onChange: (choice: InboxChoice) => void;
};

const numbered = (label: string, value: number | undefined) =>
  value ? `${label} ${count(value)}` : label;

export function InboxControls({ choice, counts, onChange }: InboxControlsProps) {
  const change = (changes: Partial<InboxChoice>) => onChange({ ...choice, ...changes, page: 0 });
  return (
    <FilterBar>
      <SearchInput
        label="Search form submissions"
        placeholder="Search submissions..."
        value={choice.search}
        onChange={(search) => change({ search })}
      />
      <FilterSelect
        label="Sort"
        choices={SORTS}
        value={choice.sort}
        onChange={(sort) => change({ sort })}
      />
      <FilterSelect
        label="Stage"
        choices={STAGES}
        value={choice.stage}
        onChange={(stage) => change({ stage })}
      />
      <FilterSwitch
        label="Show"
        choices={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: numbered('Unread', counts?.unread) },
          { value: 'not-spam', label: 'No spam' },
          { value: 'spam', label: numbered('Spam', counts?.spam) },
        ]}
        value={choice.filter}
        onChange={(filter) => change({ filter })}
      />
    </FilterBar>
  );
}

export type InboxChoice = {
  search: string;
  sort: 'newest' | 'oldest';
  filter: (typeof INBOX_FILTERS)[number];
  stage: LeadStage | 'any';
  page: number;
};

export const WHOLE_INBOX: InboxChoice = {
  search: '',
  sort: 'newest',
  filter: 'all',
  stage: 'any',
  page: 0,
};

/** Parameters for the API, which doesn't accept an empty search. */
export const toQuery = ({ search, stage, ...choice }: InboxChoice) => ({
  ...choice,
  ...(stage !== 'any' && { stage }),
  ...(search.trim() && { search: search.trim() }),
});

/** URL of the export with all matches, not only the current page. */
export function exportAddress(choice: InboxChoice): string {
  const { page: _page, ...selection } = toQuery(choice);
  return `${ADDRESSES.inboxExport}?${new URLSearchParams(selection).toString()}`;
}
