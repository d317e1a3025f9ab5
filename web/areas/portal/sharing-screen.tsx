import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch, IconShare3 } from '@tabler/icons-react';
import { CreateShareLink } from '#web/sharing/share-links/create-share-link.tsx';
import {
  ALL_SHARE_LINKS,
  FoundShareLinks,
  type ShareLinkChoice,
} from '#web/sharing/share-links/found-share-links.tsx';
import { FilterBar, FilterSelect, SearchInput } from '#web/ui/filter-bar.tsx';
import { useHistoryState } from '#web/ui/history-state.ts';
import { Page } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const STATES = [
  { value: 'all', label: 'All Links' },
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'disabled', label: 'Disabled' },
] as const;

export function SharingScreen() {
  const [isCreating, dialog] = useDisclosure(false);
  const [choice, setChoice] = useHistoryState<ShareLinkChoice>('choice', ALL_SHARE_LINKS);
  const createButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
      Create Share Link
    </Button>
  );
  return (
    <Page
      title="Project Sharing"
      subtitle="Share projects and updates with people who don't have an account"
      actions={createButton}
    >
      <Stack gap="md">
        <FilterBar>
          <SearchInput
            label="Search share links"
            value={choice.search}
            onChange={(search) => setChoice({ ...choice, search, page: 0 })}
          />
          <FilterSelect
            label="Status"
            choices={STATES}
            value={choice.state}
            onChange={(state) => setChoice({ ...choice, state, page: 0 })}
          />
        </FilterBar>
        <FoundShareLinks
          choice={choice}
          onChoice={setChoice}
          renderEmpty={(total) => <NoLinks hasOthers={total > 0} />}
        />
      </Stack>
      <CreateShareLink isOpen={isCreating} onClose={dialog.close} />
    </Page>
  );
}

function NoLinks({ hasOthers }: { hasOthers: boolean }) {
  return hasOthers ? (
    <EmptyState icon={IconSearch} title="No share links found." />
  ) : (
    <EmptyState icon={IconShare3} title="No share links yet">
      Create a link to show a project to investors, neighbors or the press. You can disable it at
      any time.
    </EmptyState>
  );
}
