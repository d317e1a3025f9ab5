import { Button, SimpleGrid, Stack } from '@mantine/core';
import { IconDownload, IconInbox, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Inbox } from '#domain/form-submissions.ts';
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
import { clampPage, useDebouncedText } from '#web/lib/list-choice.ts';
import { PageTurner } from '#web/ui/page-turner.tsx';
import { Page } from '#web/ui/page.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';

export function FormSubmissionsScreen() {
  const filter = useSearch({ strict: false, select: (search) => search.filter });
  const [choice, setChoice] = useState({ ...WHOLE_INBOX, ...(filter && { filter }) });
  const input = toQuery({ ...choice, search: useDebouncedText(choice.search) });
  const query = useQuery(
    api.formSubmissions.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  const counts = query.data?.counts;
  clampPage(query, choice, setChoice);
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
        <Loaded
          query={query}
          failed="Failed to load form submissions"
          waiting={<FormSubmissionsSkeleton />}
        >
          {({ formSubmissions, found }) =>
            found === 0 ? (
              <EmptyState icon={IconInbox} title="No form submissions found" />
            ) : (
              <>
                <FormSubmissionList submissions={formSubmissions} />
                <PageTurner
                  found={found}
                  page={choice.page}
                  onPage={(page) => setChoice({ ...choice, page })}
                />
              </>
            )
          }
        </Loaded>
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
