import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** The maps of a project's weeks, newest first. */
export const useProjectMaps = (projectId: string) =>
  useQuery(api.maps.ofProject.queryOptions({ input: { projectId } }));
