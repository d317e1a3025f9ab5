import { Group, SegmentedControl, Select } from '@mantine/core';
import type { Inbox } from '#domain/form-submissions.ts';
import { count } from '#web/lib/formats.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import type { InboxChoice } from './inbox-choice.ts';

const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

type InboxControlsProps = {
  choice: InboxChoice;
  counts: Inbox['counts'] | undefined;
  onChange: (choice: InboxChoice) => void;
};

const numbered = (label: string, value: number | undefined) =>
  value ? `${label} ${count(value)}` : label;

/** Search, order, and which of the messages. Every change begins with the first page. */
export function InboxControls({ choice, counts, onChange }: InboxControlsProps) {
  const change = (changes: Partial<InboxChoice>) => onChange({ ...choice, ...changes, page: 0 });
  return (
    <Group gap="sm">
      <SearchInput
        w={{ base: '100%', xs: 320 }}
        maxLength={200}
        label="Search form submissions"
        placeholder="Search submissions..."
        value={choice.search}
        onChange={(search) => change({ search })}
      />
      <Select
        w={{ base: '100%', xs: 160 }}
        aria-label="Sort"
        data={SORTS}
        allowDeselect={false}
        value={choice.sort}
        onChange={(sort) => change({ sort: sort === 'oldest' ? 'oldest' : 'newest' })}
      />
      <SegmentedControl<InboxChoice['filter']>
        w={{ base: '100%', xs: 'auto' }}
        aria-label="Show"
        data={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: numbered('Unread', counts?.unread) },
          { value: 'not-spam', label: 'No spam' },
          { value: 'spam', label: numbered('Spam', counts?.spam) },
        ]}
        value={choice.filter}
        onChange={(filter) => change({ filter })}
      />
    </Group>
  );
}
