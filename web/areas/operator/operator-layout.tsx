import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useRouter, useLocation } from '@tanstack/react-router';
import {
  IconBuilding,
  IconBuildingSkyscraper,
  IconCalendar,
  IconFiles,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconMapPin,
  IconPhoto,
  IconServer,
  IconSettings,
  IconShare3,
  IconTrash,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { may, type Role } from '#domain/roles.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';
import type { Navigation } from '#web/ui/sidebar.tsx';
import { AreaShell, type AreaShellProps } from '../area-shell.tsx';
import type { DriveOutcome } from '#domain/drive.ts';
import { toast } from '#web/ui/toast.ts';

// Includes the upload library, which the first screen doesn't need.
const UploadIndicator = lazyComponent(
  () => import('#web/files/uploads/upload-indicator.tsx'),
  'UploadIndicator',
);

const CardDrop = lazyComponent(() => import('./card-drop.tsx'), 'CardDrop');

const NAVIGATION: Navigation = {
  name: 'Operator Dashboard',
  heading: 'Operator Dashboard',
  section: 'CRM & CMS',
  entries: [
    { label: 'Overview', to: ROUTES.operator, icon: IconLayoutDashboard, exact: true },
    { label: 'Client Management', to: ROUTES.clients, icon: IconUsers },
    { label: 'Company Management', to: ROUTES.companies, icon: IconBuildingSkyscraper },
    { label: 'Projects', to: ROUTES.allProjects, icon: IconBuilding },
    { label: 'Calendar', to: ROUTES.calendar, icon: IconCalendar },
    { label: 'Photo Submissions', to: ROUTES.submissions, icon: IconPhoto },
    { label: 'Video Submissions', to: ROUTES.videos, icon: IconVideo },
    { label: 'File Management', to: ROUTES.files, icon: IconFiles },
    { label: 'Pins', to: ROUTES.operatorPins, icon: IconMapPin },
    { label: 'Project Sharing', to: ROUTES.operatorSharing, icon: IconShare3 },
    { label: 'Form Submissions', to: ROUTES.formSubmissions, icon: IconInbox },
    { label: 'Trash', to: ROUTES.bin, icon: IconTrash },
    { label: 'Audit Log', to: ROUTES.audit, icon: IconHistory },
    { label: 'Settings', to: ROUTES.settings, icon: IconSettings },
    { label: 'System', to: ROUTES.system, icon: IconServer },
  ],
};

/** `role` is null if it couldn't be loaded. */
export function OperatorLayout({ role }: { role: Role | null }) {
  useConnectOutcome();
  if (role === null || !may(role, 'operator-area.enter')) {
    return <AccessDenied isUnknown={role === null} />;
  }
  return <OperatorShell otherArea={{ label: 'Client View', to: ROUTES.dashboard }} />;
}

export function OperatorShell(props: Pick<AreaShellProps, 'otherArea' | 'notice'>) {
  return (
    <>
      <AreaShell
        title="Operator Portal"
        greeting={(email) => email}
        navigation={NAVIGATION}
        {...props}
      />
      <Suspense>
        <UploadIndicator />
        <CardDrop />
      </Suspense>
    </>
  );
}

function AccessDenied({ isUnknown }: { isUnknown: boolean }) {
  usePageTitle('Access Denied');
  const router = useRouter();
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Stack align="center" gap="xs" ta="center">
        <Title order={1}>Access Denied</Title>
        <Text>You don't have permission to access the operator dashboard.</Text>
        <Text c="dimmed">Contact your administrator for access.</Text>
        <Group mt="md">
          {isUnknown ? (
            <Button variant="default" onClick={() => void router.invalidate()}>
              Retry
            </Button>
          ) : null}
          <ButtonLink to={ROUTES.dashboard}>Go to Dashboard</ButtonLink>
        </Group>
      </Stack>
    </Center>
  );
}

const FAILED = 'Failed to authenticate with Google Drive';

const SHOW_OUTCOME: Record<DriveOutcome, () => void> = {
  connected: () => toast.success('Google Drive connected'),
  denied: () => toast.error(FAILED, 'You declined access at Google, so nothing was connected.'),
  'scope-missing': () =>
    toast.error(
      FAILED,
      "Google didn't grant permission to read files. Select Connect Again and leave every box checked.",
    ),
  failed: () => toast.error(FAILED, "Google didn't confirm the sign-in. Try again."),
};

const isOutcome = (value: string | null): value is DriveOutcome =>
  value !== null && Object.hasOwn(SHOW_OUTCOME, value);

/** After connecting an account, shows the outcome once on any page and removes it from the URL. */
function useConnectOutcome(): void {
  const { history } = useRouter();
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => {
    const url = new URL(href, window.location.origin);
    const outcome = url.searchParams.get('drive');
    if (!isOutcome(outcome)) return;
    SHOW_OUTCOME[outcome]();
    url.searchParams.delete('drive');
    history.replace(url.pathname + url.search + url.hash);
  }, [href, history]);
}
