import {
  IconBuilding,
  IconDownload,
  IconHelp,
  IconLayoutDashboard,
  IconMap2,
  IconMapPin,
  IconShare3,
} from '@tabler/icons-react';
import { isStaffRole } from '#domain/roles.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import type { Navigation } from '#web/ui/sidebar.tsx';
import { AreaShell } from '../area-shell.tsx';
import { OperatorShell } from '../operator/operator-layout.tsx';
import { Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { TextLink } from '#web/ui/links.tsx';
import classes from './client-view-bar.module.css';

const NAVIGATION: Navigation = {
  name: 'Client Portal',
  entries: [
    { label: 'Dashboard', to: ROUTES.dashboard, icon: IconLayoutDashboard, exact: true },
    { label: 'Map View', to: ROUTES.map, icon: IconMap2 },
    { label: 'Projects', to: ROUTES.projects, icon: IconBuilding },
    { label: 'Pins', to: ROUTES.pins, icon: IconMapPin },
    { label: 'Project Sharing', to: ROUTES.sharing, icon: IconShare3 },
    { label: 'Downloads', to: ROUTES.downloads, icon: IconDownload },
    { label: 'Contact Support', to: ROUTES.support, icon: IconHelp, passesCurrentPage: true },
  ],
};

const nameOf = (email: string) => email.slice(0, email.indexOf('@'));

/** Staff can also view it from the back office. */
export function PortalLayout() {
  const { user } = useSession();
  if (user && isStaffRole(user.role)) {
    return (
      <OperatorShell
        otherArea={{ label: 'Overview', to: ROUTES.operator }}
        notice={<ClientViewBar />}
      />
    );
  }
  return (
    <AreaShell
      title="Client Portal"
      greeting={(email) => `Welcome back, ${nameOf(email)}`}
      navigation={NAVIGATION}
      otherArea={null}
    />
  );
}

function ClientViewBar() {
  const { id, projectId = id } = useParams({ strict: false });
  return (
    <nav className={`${classes.bar} screen-only`} aria-label="Client View">
      <Text fw={600} size="sm">
        Client View
      </Text>
      <Group gap="md">
        <TextLink size="sm" to={ROUTES.dashboard}>
          Dashboard
        </TextLink>
        <TextLink size="sm" to={ROUTES.projects}>
          Projects
        </TextLink>
        <TextLink size="sm" to={ROUTES.downloads}>
          Downloads
        </TextLink>
      </Group>
      {projectId ? (
        <TextLink size="sm" to={ROUTES.operatorProject} params={{ projectId }} ms="auto">
          Back to the project
        </TextLink>
      ) : (
        <TextLink size="sm" to={ROUTES.operator} ms="auto">
          Back to the overview
        </TextLink>
      )}
    </nav>
  );
}
