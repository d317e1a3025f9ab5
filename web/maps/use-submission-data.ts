import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { looksDown } from '#domain/directions.ts';
import type { Measure, Measurement } from '#domain/measurements.ts';
import type { PhotoMarker } from './drawing/survey-map.ts';
import type { MapFlight, MapPhoto, SurveySource } from './survey-source.ts';

type LoadedMeasurements = {
  submissionId: string;
  list: readonly Measurement[];
  error: string | null;
};

export function useSavedMeasurements(source: SurveySource, submissionId: string) {
  const [kept, setKept] = useState<LoadedMeasurements | null>(null);
  const wanted = useRef(submissionId);
  const load = useCallback(async () => {
    wanted.current = submissionId;
    const applyResult = (part: Pick<LoadedMeasurements, 'list' | 'error'>) => {
      if (wanted.current === submissionId) setKept({ submissionId, ...part });
    };
    try {
      applyResult({ list: await source.measurements(submissionId), error: null });
    } catch (error) {
      applyResult({ list: [], error: (error as Error).message });
    }
  }, [source, submissionId]);
  useEffect(() => {
    void load();
    return source.watch?.(submissionId, () => void load());
  }, [source, submissionId, load]);

  const change = (next: (list: readonly Measurement[]) => readonly Measurement[]) =>
    setKept((now) => now && { ...now, list: next(now.list) });
  const current = kept?.submissionId === submissionId ? kept : null;
  const { saving } = source;
  return {
    list: current?.list ?? [],
    isPending: current === null,
    error: current?.error ?? null,
    reload: () => void load(),
    can: saving !== null,
    fileUrl: (format: 'geojson' | 'csv') => saving?.fileUrl(submissionId, format),
    add: async (title: string, measure: Measure) => {
      const created = await saving?.create(submissionId, title, measure);
      if (created) change((list) => [...list, created]);
      return created;
    },
    rename: async (id: string, title: string) => {
      const renamed = await saving?.rename(id, title);
      if (renamed) change((list) => list.map((one) => (one.id === id ? renamed : one)));
    },
    remove: async (id: string) => {
      await saving?.remove(id);
      change((list) => list.filter((one) => one.id !== id));
    },
  };
}

const markerOf = (photo: MapPhoto) => ({
  id: photo.id,
  latitude: photo.latitude,
  longitude: photo.longitude,
  yaw: looksDown(photo) ? null : (photo.gimbalYaw ?? photo.flightYaw),
});

type LoadedPhotos = { id: string; photos: readonly MapPhoto[]; flights: readonly MapFlight[] };
const NO_FLIGHTS: readonly MapFlight[] = [];

export function usePhotos(source: SurveySource, submissionId: string, isWanted: boolean) {
  const [found, setFound] = useState<LoadedPhotos | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const load = async () => {
      try {
        const photos = await source.photos(submissionId);
        if (isOver) return;
        setError(null);
        setFound({ id: submissionId, photos, flights: [] });
        const flights = await source.flights(submissionId);
        if (!isOver) setFound({ id: submissionId, photos, flights });
      } catch (failure) {
        if (!isOver) setError((failure as Error).message);
      }
    };
    void load();
    return () => {
      isOver = true;
    };
  }, [source, submissionId, isWanted]);
  const current = isWanted && found?.id === submissionId ? found : null;
  const photos = current?.photos ?? null;
  const markers = useMemo((): PhotoMarker[] => (photos ?? []).map(markerOf), [photos]);
  return { photos, markers, flights: current?.flights ?? NO_FLIGHTS, error };
}
