import { IconBuilding } from '@tabler/icons-react';
import { ROUTES } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export function NoProjects() {
  return (
    <EmptyState
      icon={IconBuilding}
      title="No Projects Yet"
      action={<ButtonLink to={ROUTES.support}>Contact Support</ButtonLink>}
    >
      Your construction projects will appear here once they're created.
    </EmptyState>
  );
}
