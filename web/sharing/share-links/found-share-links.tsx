import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ShareLinkState } from '#domain/share-links.ts';
import { api } from '#web/lib/api.ts';
import { clampPage, useDebouncedText } from '#web/lib/list-choice.ts';
import { PageTurner } from '#web/ui/page-turner.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { ShareLinkList } from './share-link-list.tsx';

export type ShareLinkChoice = { search: string; state: ShareLinkState | 'all'; page: number };
export const ALL_SHARE_LINKS: ShareLinkChoice = { search: '', state: 'all', page: 0 };

type FoundShareLinksProps = {
  choice: ShareLinkChoice;
  projectId?: string;
  onChoice: (choice: ShareLinkChoice) => void;
  renderEmpty: (total: number) => ReactNode;
};

export function FoundShareLinks({
  choice,
  projectId,
  onChoice,
  renderEmpty,
}: FoundShareLinksProps) {
  const { state, page } = choice;
  const search = useDebouncedText(choice.search).trim();
  const input = {
    page,
    ...(search && { search }),
    ...(state !== 'all' && { state }),
    ...(projectId && { projectId }),
  };
  const query = useQuery(
    api.shareLinks.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  clampPage(query, choice, onChoice);
  return (
    <Loaded query={query} failed="Failed to load data" waiting={<ShareLinkSkeletons />}>
      {({ shareLinks, found, total }) =>
        found === 0 ? (
          renderEmpty(total)
        ) : (
          <Stack gap="lg">
            <ShareLinkList links={shareLinks} />
            <PageTurner
              found={found}
              page={page}
              onPage={(next) => onChoice({ ...choice, page: next })}
            />
          </Stack>
        )
      }
    </Loaded>
  );
}

function ShareLinkSkeletons() {
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2, lg: 3 }}
      spacing="md"
      component="section"
      aria-busy
      aria-label="Loading share links"
    >
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={180} />
      ))}
    </SimpleGrid>
  );
}
