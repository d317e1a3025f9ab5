import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconShare3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CreateShareLink } from '#web/features/share-links/create-share-link.tsx';
import { ShareLinkList } from '#web/features/share-links/share-link-list.tsx';
import { api } from '#web/lib/api.ts';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

export function SharingScreen() {
  const [isCreating, dialog] = useDisclosure(false);
  const createButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
      Create Share Link
    </Button>
  );
  return (
    <Page
      title="Project Sharing"
      subtitle="Links that show a project or a submission to people without an account"
      actions={createButton}
    >
      <ShareLinks />
      <CreateShareLink isOpen={isCreating} onClose={dialog.close} />
    </Page>
  );
}

function ShareLinks() {
  const query = useQuery(api.shareLinks.list.queryOptions());
  if (query.isPending) return <ShareLinkSkeletons />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load data" query={query} />;
  }
  if (query.data.shareLinks.length === 0) {
    return (
      <EmptyState icon={IconShare3} title="No share links yet">
        Create a link to show a project to investors, neighbors or the press. You can disable it at
        any time.
      </EmptyState>
    );
  }
  return <ShareLinkList links={query.data.shareLinks} />;
}

function ShareLinkSkeletons() {
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2, lg: 3 }}
      spacing="md"
      aria-busy
      aria-label="Loading share links"
    >
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={180} />
      ))}
    </SimpleGrid>
  );
}
