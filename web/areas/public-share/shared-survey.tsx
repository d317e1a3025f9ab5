import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Measurement, MeasureResult } from '#domain/measurements.ts';
import type { ProjectMaps, SurveyResidual } from '#domain/rasters.ts';
import type { SharedPage } from '#domain/share-links.ts';
import { photosWithPosition, type SurveySource } from '#web/maps/survey-source.ts';
import { SurveyPanel } from '#web/maps/survey-panel.tsx';
import { loadFlights } from '#web/files/viewer/flight-log.ts';
import type { Opening } from '#web/files/viewer/opening.ts';
import { fetchShared, LinkGoneError, type SharedFiles } from './use-shared-files.ts';
import { FilesLoading } from './files-loading.tsx';

export type SharedSurveyProps = {
  /** Null in a preview, which loads maps with the account of the person viewing it. */
  token: string | null;
  page: SharedPage;
  files: SharedFiles;
  onOpen: (opening: Opening) => void;
  onGone: (message: string) => void;
};

type Loaded = { maps: ProjectMaps | null; error: string | null };

/** Visitors can measure, but measurements aren't saved. */
export function SharedSurvey({ token, page, files, onOpen, onGone }: SharedSurveyProps) {
  const [{ maps, error }, setLoaded] = useState<Loaded>({ maps: null, error: null });
  const mapsPath = token === null ? `projects/${page.project.id}/maps` : `shared/${token}/maps`;
  const load = useCallback(async () => {
    const settle = (part: Partial<Loaded>) => setLoaded((before) => ({ ...before, ...part }));
    try {
      settle({ maps: await fetchShared<ProjectMaps>(mapsPath), error: null });
    } catch (failure) {
      const { message } = failure as Error;
      settle({ error: message });
      if (failure instanceof LinkGoneError) onGone(message);
    }
  }, [mapsPath, onGone]);
  useEffect(() => void load(), [load]);
  const source = useMemo(
    (): SurveySource => sourceOf(token, files.loadFiles),
    [token, files.loadFiles],
  );

  if (!maps) return <FilesLoading error={error} onRetry={() => void load()} />;
  const shown = new Set(page.submissions.map(({ id }) => id));
  const weeks = maps.weeks.filter(({ submissionId }) => shown.has(submissionId));
  return (
    <SurveyPanel
      weeks={weeks}
      projectName={page.project.name}
      timeZone={page.project.timeZone}
      source={source}
      hasPhotos={page.showPositions}
      onPhoto={(file) => onOpen({ file })}
      onFailing={() => void load()}
    />
  );
}

const sourceOf = (token: string | null, loadFiles: SharedFiles['loadFiles']): SurveySource => ({
  measure: (measure) =>
    token === null
      ? fetchShared<MeasureResult>('maps/measure', measure)
      : fetchShared<MeasureResult>(`shared/${token}/measure`, { measure }),
  residual: async ({ fileId, earlierFileId }) => {
    const path = `${token === null ? '' : `shared/${token}/`}maps/${fileId}/residual/${earlierFileId}`;
    return (await fetchShared<{ residual: SurveyResidual | null }>(path)).residual;
  },
  measurements: async (submissionId) => {
    const path = `${token === null ? '' : `shared/${token}/`}submissions/${submissionId}/measurements`;
    return (await fetchShared<{ measurements: Measurement[] }>(path)).measurements;
  },
  watch: null,
  saving: null,
  photos: async (submissionId) =>
    photosWithPosition(await loadFiles(submissionId, { isFresh: false })),
  flights: async (submissionId) => loadFlights(await loadFiles(submissionId, { isFresh: false })),
});
