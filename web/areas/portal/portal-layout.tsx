import {
  IconBuilding,
  IconDownload,
  IconHelp,
  IconLayoutDashboard,
  IconMap2,
  IconShare3,
} from '@tabler/icons-react';
import { isStaffRole } from '#domain/roles.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import type { Navigation } from '#web/ui/sidebar.tsx';
import { AreaShell } from '../area-shell.tsx';
import { OperatorShell } from '../operator/operator-layout.tsx';
import { ClientViewBar } from './client-view-bar.tsx';

const NAVIGATION: Navigation = {
  name: 'Client Portal',
  entries: [
    { label: 'Dashboard', to: ROUTES.dashboard, icon: IconLayoutDashboard, exact: true },
    { label: 'Map View', to: ROUTES.map, icon: IconMap2 },
    { label: 'Projects', to: ROUTES.projects, icon: IconBuilding },
    { label: 'Project Sharing', to: ROUTES.sharing, icon: IconShare3 },
    { label: 'Downloads', to: ROUTES.downloads, icon: IconDownload },
    { label: 'Contact Support', to: ROUTES.support, icon: IconHelp, isAbout: true },
  ],
};

const nameOf = (email: string) => email.slice(0, email.indexOf('@'));

/** The portal of a client; staff look at it without leaving the back office. */
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
