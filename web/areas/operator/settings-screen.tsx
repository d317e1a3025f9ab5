import { Anchor, Box, Grid, NativeSelect, NavLink, type NavLinkProps, Stack } from '@mantine/core';
import { createLink, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may } from '#domain/roles.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from '#domain/settings.ts';
import { ConnectionCard } from '#web/drive/connection/connection-card.tsx';
import { WebhooksSection } from '#web/events/webhooks/webhooks-section.tsx';
import { ADDRESSES, ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { EnginesSection } from '#web/maps/builds/engines-section.tsx';
import { About } from '#web/operations/settings/about.tsx';
import { MapPreview } from '#web/operations/settings/map-preview.tsx';
import { SettingsSectionCard } from '#web/operations/settings/settings-section.tsx';
import { TestEmail } from '#web/operations/settings/test-email.tsx';
import { ApiTokensSection } from '#web/people/api-tokens/api-tokens-section.tsx';
import { BackLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';

const SectionLink = createLink((props: NavLinkProps & { href?: string }) => (
  <NavLink component="a" {...props} />
));

const PAGES = { ...SETTINGS_SECTIONS, integrations: 'Integrations', about: 'About' } as const;
type PageName = Exclude<keyof typeof PAGES, 'integrations'>;

const isPage = (name: string | undefined): name is PageName =>
  name !== undefined && Object.hasOwn(SECTIONS, name);

/** One URL per section; without one, the first. */
export function SettingsScreen() {
  const { section: wanted } = useParams({ strict: false });
  const section = isPage(wanted) ? wanted : 'business';
  const navigate = useNavigate();
  return (
    <Page title="Settings" subtitle="Shared by all staff">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, sm: 4, lg: 3 }}>
          <NativeSelect
            hiddenFrom="sm"
            aria-label="Settings section"
            size="md"
            data={Object.entries(PAGES).map(([value, label]) => ({ value, label }))}
            value={section}
            onChange={({ currentTarget }) =>
              void navigate({
                to: ROUTES.settingsSection,
                params: { section: currentTarget.value },
              })
            }
          />
          <Box component="nav" aria-label="Settings" visibleFrom="sm">
            {Object.entries(PAGES).map(([name, label]) => (
              <SectionLink
                key={name}
                to={ROUTES.settingsSection}
                params={{ section: name }}
                label={label}
                active={name === section}
              />
            ))}
          </Box>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 8, lg: 9 }}>{SECTIONS[section]}</Grid.Col>
      </Grid>
    </Page>
  );
}

const form = (section: SettingsSection) => <SettingsSectionCard key={section} section={section} />;

const SECTIONS: Record<PageName, ReactNode> = {
  business: form('business'),
  site: (
    <SettingsSectionCard
      section="site"
      action={
        <Anchor href={ADDRESSES.home} target="_blank">
          View Site
        </Anchor>
      }
    />
  ),
  email: (
    <Stack gap="lg">
      {form('email')}
      <TestEmail />
    </Stack>
  ),
  map: (
    <Stack gap="lg">
      <SettingsSectionCard section="map" preview={(values) => <MapPreview values={values} />} />
      <EnginesSection />
    </Stack>
  ),
  flights: form('flights'),
  drive: (
    <Stack gap="lg">
      <ConnectionCard />
      <SettingsSectionCard section="drive" title="Access to Google Drive" />
    </Stack>
  ),
  'sign-in': form('sign-in'),
  storage: form('storage'),
  backups: form('backups'),
  about: <About />,
};

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
