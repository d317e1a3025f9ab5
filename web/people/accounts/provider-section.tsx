import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '#domain/accounts.ts';
import { api } from '#web/lib/api.ts';
import { Section } from '#web/ui/section.tsx';

/** Whether and how somebody signs in with the provider; nothing where there is none. */
export function ProviderSection({ account }: { account: Account }) {
  const { data } = useQuery(api.session.waysIn.queryOptions({}));
  if (!data?.provider) return null;
  const { name } = data.provider;
  return (
    <Section title="Single Sign-On">
      {account.signsInByProvider ? (
        <Stack gap={4}>
          <Text>Signs in with {name}</Text>
          <Text size="sm" c="dimmed">
            If this is not your account there, ask an admin to unlink it.
          </Text>
        </Stack>
      ) : (
        <Text>
          You can also sign in with {name}, if your account there has the address {account.email}.
        </Text>
      )}
    </Section>
  );
}
