import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '#domain/accounts.ts';
import { EmailSection } from '#web/people/accounts/email-section.tsx';
import { PasswordSection, SetPassword } from '#web/people/accounts/password-section.tsx';
import { ProfileSection } from '#web/people/accounts/profile-section.tsx';
import { SecondFactorSection } from '#web/people/accounts/second-factor-section.tsx';
import { SessionsSection } from '#web/people/accounts/sessions-section.tsx';
import { ThemeSection, UnitsSection } from '#web/people/accounts/display-sections.tsx';
import { NotificationSettings } from '#web/events/notifications/notification-settings.tsx';
import { CalendarSection } from '#web/submissions/visits/calendar-section.tsx';
import { api } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session.ts';
import { Page } from '#web/ui/page.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { Section } from '#web/ui/section.tsx';

export function AccountScreen() {
  const query = useQuery(api.account.get.queryOptions({}));
  return (
    <Page title="Account" subtitle="Your profile, sign-in settings and devices">
      {query.isError ? <LoadError title="Failed to load your account" query={query} /> : null}
      {query.isPending ? <Skeleton h={480} /> : null}
      {query.data ? <Sections account={query.data} /> : null}
    </Page>
  );
}

function Sections({ account }: { account: Account }) {
  const { user } = useSession();
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Stack gap="lg">
        <ProfileSection account={account} />
        <EmailSection account={account} />
        {user?.mustSetUpSecondFactor ? null : (
          <>
            <CalendarSection />
            <NotificationSettings />
          </>
        )}
        <ThemeSection />
        <UnitsSection />
      </Stack>
      <Stack gap="lg">
        <SecondFactorSection account={account} />
        {account.hasPassword ? <PasswordSection /> : <SetPassword email={account.email} />}
        <ProviderSection account={account} />
        <SessionsSection />
      </Stack>
    </SimpleGrid>
  );
}

function ProviderSection({ account }: { account: Account }) {
  const { data } = useQuery(api.session.signInMethods.queryOptions({}));
  if (!data?.provider) return null;
  const { name } = data.provider;
  return (
    <Section title="Single Sign-On">
      {account.signsInByProvider ? (
        <Stack gap={4}>
          <Text>Signs in with {name}</Text>
          <Text size="sm" c="dimmed">
            If this isn't your {name} account, ask an admin to unlink it.
          </Text>
        </Stack>
      ) : (
        <Text>
          You can also sign in with {name} if your account there uses {account.email}.
        </Text>
      )}
    </Section>
  );
}
