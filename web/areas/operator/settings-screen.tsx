import { ConnectionCard } from '#web/drive/connection/connection-card.tsx';
import { Text, Anchor } from '@mantine/core';
import { ROUTES, ADDRESSES } from '#web/lib/paths.ts';
import { TextLink, BackLink } from '#web/ui/links.tsx';
import { Section } from '#web/ui/section.tsx';
import { Page } from '#web/ui/page.tsx';
import { may } from '#domain/roles.ts';
import { ApiTokensSection } from '#web/people/api-tokens/api-tokens-section.tsx';
import { WebhooksSection } from '#web/events/webhooks/webhooks-section.tsx';
import { useSession } from '#web/lib/session.ts';

export function SettingsScreen() {
  return (
    <Page title="Settings" subtitle="Shared by all staff">
      <ConnectionCard />
      <Section title="Integrations">
        <Text mb="xs">API tokens for programs, and webhooks that notify other systems.</Text>
        <TextLink to={ROUTES.integrations}>Manage Integrations</TextLink>
      </Section>
    </Page>
  );
}

export function IntegrationsScreen() {
  const { user } = useSession();
  return (
    <Page
      title="Integrations"
      subtitle={
        <>
          Connect other programs to this site. The{' '}
          <Anchor href={`${ADDRESSES.api}/docs`} underline="always">
            API reference
          </Anchor>{' '}
          lists what they can do.
        </>
      }
    >
      <BackLink to={ROUTES.settings}>Settings</BackLink>
      <ApiTokensSection />
      {user && may(user.role, 'webhooks.manage') ? <WebhooksSection /> : null}
    </Page>
  );
}
