import { useEffect, useMemo, useState } from 'react';
import { looksDown } from '#domain/directions.ts';
import type { PhotoMarker } from '#web/maps/drawing/survey-map.ts';
import type { MapFlight, MapPhoto, SurveySource } from './survey-source.ts';

const markerOf = (photo: MapPhoto) => ({
  id: photo.id,
  latitude: photo.latitude,
  longitude: photo.longitude,
  yaw: looksDown(photo) ? null : (photo.gimbalYaw ?? photo.flightYaw),
});

type Found = { id: string; photos: readonly MapPhoto[]; flights: readonly MapFlight[] };
const NO_FLIGHTS: readonly MapFlight[] = [];

/** The photos of a week and the flights of its films for its map, once they are wanted. */
export function usePhotos(source: SurveySource, submissionId: string, isWanted: boolean) {
  const [found, setFound] = useState<Found | null>(null);
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
