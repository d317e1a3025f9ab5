import { IconPhotoQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/links.tsx';

/** Renders nothing if every photo has a viewpoint. */
export function UnplacedLink({ projectId }: { projectId: string }) {
  const { data } = useQuery(
    api.viewpoints.unplaced.queryOptions({ input: { projectId, limit: 0 } }),
  );
  if (!data || data.total === 0) return null;
  return (
    <ButtonLink
      to={ROUTES.unplacedPhotos}
      params={{ projectId }}
      variant="light"
      size="xs"
      w="fit-content"
      leftSection={<IconPhotoQuestion size={16} stroke={1.75} aria-hidden />}
    >
      {counted(data.total, 'photo')} without a viewpoint
    </ButtonLink>
  );
}
