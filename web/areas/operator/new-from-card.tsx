import { IconDeviceSdCard } from '@tabler/icons-react';
import { ROUTES } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/links.tsx';

/** Link to the card page, for people who don't drag and drop. `projectId` is the project it is opened from. */
export function NewFromCard({ projectId }: { projectId?: string }) {
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconDeviceSdCard size={16} stroke={1.75} aria-hidden />}
      to={ROUTES.card}
      search={projectId === undefined ? {} : { project: projectId }}
    >
      New from Card
    </ButtonLink>
  );
}
