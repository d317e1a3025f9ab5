import { Button, Divider } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/api.ts';
import { ADDRESSES } from '#web/lib/paths.ts';

type ProviderButtonProps = {
  /** The page to go on to. */
  next: string | undefined;
};

/** Leaves for the provider of the settings; nothing where there is none. */
export function ProviderButton({ next }: ProviderButtonProps) {
  const { data } = useQuery(api.session.waysIn.queryOptions({}));
  const [isLeaving, setLeaving] = useState(false);
  // Whoever comes back by the Back button gets the page as they left it.
  useWindowEvent('pageshow', () => setLeaving(false));
  if (!data?.provider) return null;
  const query = next ? `?${new URLSearchParams({ next }).toString()}` : '';
  return (
    <>
      <Divider label="or" />
      <Button
        component="a"
        href={`${ADDRESSES.providerSignIn}${query}`}
        variant="default"
        fullWidth
        loading={isLeaving}
        onClick={(event) => {
          const isHere = !event.metaKey && !event.ctrlKey && !event.shiftKey;
          if (isHere) setLeaving(true);
        }}
      >
        Sign in with {data.provider.name}
      </Button>
    </>
  );
}
