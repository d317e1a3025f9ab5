import {
  IconBuilding,
  IconDownload,
  IconHelp,
  IconLayoutDashboard,
  IconShare3,
} from '@tabler/icons-react';
import { may } from '#domain/roles.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import type { Navigation } from '#web/ui/sidebar.tsx';
import { AreaShell } from '../area-shell.tsx';

const NAVIGATION: Navigation = {
  name: 'Client Portal',
  entries: [
    { label: 'Dashboard', to: ROUTES.dashboard, icon: IconLayoutDashboard, exact: true },
    { label: 'Projects', to: ROUTES.projects, icon: IconBuilding },
    { label: 'Project Sharing', to: ROUTES.sharing, icon: IconShare3 },
    { label: 'Downloads', to: ROUTES.downloads, icon: IconDownload },
    { label: 'Contact Support', to: ROUTES.support, icon: IconHelp, isAbout: true },
  ],
};

const nameOf = (email: string) => email.slice(0, email.indexOf('@'));

export function PortalLayout() {
  const { user } = useSession();
  const isStaff = user !== null && may(user.role, 'operator-area.enter');
  return (
    <AreaShell
      title="Client Portal"
      greeting={(email) => `Welcome back, ${nameOf(email)}`}
      navigation={NAVIGATION}
      otherArea={isStaff ? { label: 'Operator Portal', to: ROUTES.operator } : null}
    />
  );
}
