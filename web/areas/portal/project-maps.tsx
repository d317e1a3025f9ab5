import { Skeleton } from '@mantine/core';
import { hashKey, QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Project } from '#domain/projects.ts';
import { LazySurvey } from '#web/maps/lazy-survey.tsx';
import { photosWithPosition, type SurveySource } from '#web/maps/survey-source.ts';
import { useLoadFiles } from '#web/submissions/api.ts';
import { loadFlights } from '#web/files/viewer/flight-log.ts';
import type { Place } from '#web/files/viewer/opening.ts';
import { api, client } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { LoadError } from '#web/ui/states.tsx';

/** Rejects with an Error that contains the API's message. */
async function withMessage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error });
  }
}

function useSurveySource(): SurveySource {
  const queryClient = useQueryClient();
  const loadFiles = useLoadFiles();
  return useMemo(
    () => ({
      measure: (measure) => withMessage(client.maps.measure(measure)),
      residual: async (input) => {
        const options = api.maps.residual.queryOptions({ input });
        return (await withMessage(queryClient.query(options))).residual;
      },
      measurements: async (submissionId) => {
        const options = api.measurements.list.queryOptions({ input: { submissionId } });
        return (await withMessage(queryClient.query({ ...options, staleTime: 0 }))).measurements;
      },
      watch: (submissionId, onChange) => {
        const options = api.measurements.list.queryOptions({ input: { submissionId } });
        const key = hashKey(options.queryKey);
        // Without an observer, the query would be removed from the cache, and changes would be missed.
        const observer = new QueryObserver(queryClient, { ...options, enabled: false });
        const ends = [
          observer.subscribe(() => {}),
          queryClient.getQueryCache().subscribe((event) => {
            const isChange = event.type === 'updated' && event.action.type === 'invalidate';
            if (isChange && event.query.queryHash === key) onChange();
          }),
        ];
        return () => {
          for (const end of ends) end();
        };
      },
      saving: {
        create: (submissionId, title, measure) =>
          withMessage(client.measurements.create({ submissionId, title, measure })),
        rename: (id, title) => withMessage(client.measurements.rename({ id, title })),
        remove: (id) => withMessage(client.measurements.remove({ id })),
        fileUrl: (submissionId, format) =>
          `${ADDRESSES.api}/submissions/${submissionId}/measurements.${format}`,
      },
      photos: async (submissionId) =>
        photosWithPosition(await loadFiles(submissionId, { isFresh: false })),
      flights: async (submissionId) =>
        loadFlights(await loadFiles(submissionId, { isFresh: false })),
    }),
    [queryClient, loadFiles],
  );
}

type ProjectMapsProps = {
  project: Pick<Project, 'id' | 'name' | 'timeZone'>;
  wantedId?: string | undefined;
  /** A new number opens the view that is now in the URL. */
  opened?: number;
  onPhoto: (photo: Place) => void;
};

export function ProjectMaps({ project, wantedId, opened = 0, onPhoto }: ProjectMapsProps) {
  const query = useQuery(api.maps.ofProject.queryOptions({ input: { projectId: project.id } }));
  const source = useSurveySource();
  if (query.isPending) return <Skeleton height={600} aria-label="Loading map" />;
  if (!query.data) return <LoadError title="Failed to load maps" query={query} />;
  const { weeks } = query.data;
  if (weeks.length === 0) return null;
  return (
    <LazySurvey
      key={`${wantedId} ${opened}`}
      weeks={weeks}
      projectName={project.name}
      timeZone={project.timeZone}
      source={source}
      wantedId={wantedId}
      hasPhotos
      pinsOf={project.id}
      onPhoto={onPhoto}
      onFailing={() => void query.refetch()}
    />
  );
}
