import { Anchor } from '@mantine/core';
import { may } from '#domain/roles.ts';
import { ApiTokensSection } from '#web/people/api-tokens/api-tokens-section.tsx';
import { WebhooksSection } from '#web/events/webhooks/webhooks-section.tsx';
import { ADDRESSES, ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { BackLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';

/** How other programs work with this site. */
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
