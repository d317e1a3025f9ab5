import { ConnectionCard } from '#web/drive/connection/connection-card.tsx';
import { Text } from '@mantine/core';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Section } from '#web/ui/section.tsx';
import { Page } from '#web/ui/page.tsx';

/** What holds for the whole installation. */
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
