import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import {
  IconBuilding,
  IconBuildingSkyscraper,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconPhoto,
  IconShare3,
  IconUsers,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { may, type Role } from '#domain/roles.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { usePageTitle } from '#web/ui/page.tsx';
import type { Navigation } from '#web/ui/sidebar.tsx';
import { AreaShell } from '../area-shell.tsx';

// Brings the upload library along, which the first screen need not wait for.
const UploadIndicator = lazyPart(
  () => import('#web/features/uploads/upload-indicator.tsx'),
  'UploadIndicator',
);

const NAVIGATION: Navigation = {
  name: 'Operator Dashboard',
  heading: 'Operator Dashboard',
  section: 'CRM & CMS',
  entries: [
    { label: 'Overview', to: ROUTES.operator, icon: IconLayoutDashboard, exact: true },
    { label: 'Client Management', to: ROUTES.clients, icon: IconUsers },
    { label: 'Company Management', to: ROUTES.companies, icon: IconBuildingSkyscraper },
    { label: 'Projects', to: ROUTES.allProjects, icon: IconBuilding },
    { label: 'Photo Submissions', to: ROUTES.submissions, icon: IconPhoto },
    { label: 'Project Sharing', to: ROUTES.operatorSharing, icon: IconShare3 },
    { label: 'Form Submissions', to: ROUTES.formSubmissions, icon: IconInbox },
    { label: 'Audit Log', to: ROUTES.audit, icon: IconHistory },
  ],
};

/** The back office for those who may enter it; `role` is null when it could not be found out. */
export function OperatorLayout({ role }: { role: Role | null }) {
  if (role === null || !may(role, 'operator-area.enter')) {
    return <AccessDenied isUnknown={role === null} />;
  }
  return (
    <>
      <AreaShell
        title="Operator Portal"
        greeting={(email) => email}
        navigation={NAVIGATION}
        otherArea={{ label: 'Client Portal', to: ROUTES.dashboard }}
      />
      <Suspense>
        <UploadIndicator />
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
