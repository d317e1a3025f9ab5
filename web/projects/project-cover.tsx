import { useQuery } from '@tanstack/react-query';
import type { Project } from '#domain/projects.ts';
import { api } from '#web/lib/api.ts';
import { Picture } from '#web/ui/picture.tsx';

type ProjectCoverProps = { project: Project; sizes: string; isEager?: boolean; ratio?: number };

/** The latest published picture of a project; one question answers for all of a list. */
export function ProjectCover({
  project,
  sizes,
  isEager = false,
  ratio = 16 / 9,
}: ProjectCoverProps) {
  const { data } = useQuery(api.submissions.latestCovers.queryOptions());
  const cover = data?.covers.find(({ projectId }) => projectId === project.id)?.cover ?? null;
  return <Picture picture={cover} alt="" sizes={sizes} isEager={isEager} ratio={ratio} />;
}
