import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#domain/projects.ts';
import { api } from '#web/lib/api.ts';
import { Picture } from '#web/ui/picture.tsx';

type ProjectCoverProps = { project: Project; sizes: string; isEager?: boolean; ratio?: number };

/** The latest published picture of a project, asked for when it is about to be seen. */
export function ProjectCover({
  project,
  sizes,
  isEager = false,
  ratio = 16 / 9,
}: ProjectCoverProps) {
  const { ref, entry } = useIntersection({ rootMargin: '100px' });
  const [wasSeen, setSeen] = useState(isEager);
  if (!wasSeen && entry?.isIntersecting) setSeen(true);
  const { data } = useQuery(
    api.submissions.listPublished.queryOptions({
      input: { projectId: project.id },
      enabled: wasSeen && project.submissionCount > 0,
    }),
  );
  const cover = data?.submissions.find((submission) => submission.cover)?.cover ?? null;
  return (
    <div ref={ref}>
      <Picture picture={cover} alt="" sizes={sizes} isEager={isEager} ratio={ratio} />
    </div>
  );
}
