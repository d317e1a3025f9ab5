import { Button, Group, Pagination, SimpleGrid, Stack } from '@mantine/core';
import { IconDownload, IconInbox, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Inbox } from '#domain/form-submissions.ts';
import { pageCount } from '#domain/pages.ts';
import {
  exportAddress,
  type InboxChoice,
  toQuery,
  WHOLE_INBOX,
  InboxControls,
} from '#web/operations/form-submissions/inbox-controls.tsx';
import {
  FormSubmissionList,
  FormSubmissionsSkeleton,
} from '#web/operations/form-submissions/form-submission-card.tsx';
import { api } from '#web/lib/api.ts';
import { stayWithinPages, useSettledText } from '#web/lib/list-choice.ts';
import { Page } from '#web/ui/page.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

/** Messages from the contact form and the portal. New messages appear by themselves. */
export function FormSubmissionsScreen() {
  const filter = useSearch({ strict: false, select: (search) => search.filter });
  const [choice, setChoice] = useState({ ...WHOLE_INBOX, ...(filter && { filter }) });
  const input = toQuery({ ...choice, search: useSettledText(choice.search) });
  const query = useQuery(
    api.formSubmissions.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  const counts = query.data?.counts;
  stayWithinPages(query, choice, setChoice);
  return (
    <Page
      title="Form Submissions"
      subtitle="Messages from the contact form and the portal"
      actions={<Actions choice={choice} query={query} />}
    >
      <Stack gap="lg">
        <SimpleGrid cols={3} spacing={{ base: 'xs', xs: 'md' }}>
          <StatCard label="Total Submissions" value={counts?.total} />
          <StatCard label="This Week" value={counts?.thisWeek} />
          <StatCard label="With Company" value={counts?.withCompany} />
        </SimpleGrid>
        <InboxControls choice={choice} counts={counts} onChange={setChoice} />
        <Found query={query} choice={choice} onChange={setChoice} />
      </Stack>
    </Page>
  );
}

type InboxQuery = UseQueryResult<Inbox>;

function Actions({ choice, query }: { choice: InboxChoice; query: InboxQuery }) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={query.isRefetching}
        onClick={() => void query.refetch()}
      >
        Refresh
      </Button>
      <Button
        component="a"
        href={exportAddress(choice)}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Export CSV
      </Button>
    </>
  );
}

type FoundProps = {
  query: InboxQuery;
  choice: InboxChoice;
  onChange: (choice: InboxChoice) => void;
};

function Found({ query, choice, onChange }: FoundProps) {
  if (query.isPending) return <FormSubmissionsSkeleton />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load form submissions" query={query} />;
  }
  const { formSubmissions, found } = query.data;
  if (found === 0) return <EmptyState icon={IconInbox} title="No form submissions found" />;
  const pages = pageCount(found);
  return (
    <>
      <FormSubmissionList submissions={formSubmissions} />
      {pages > 1 || choice.page > 0 ? (
        <Group justify="center">
          <Pagination
            total={pages}
            value={Math.min(choice.page + 1, pages)}
            onChange={(page) => onChange({ ...choice, page: page - 1 })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </Group>
      ) : null}
    </>
  );
}
