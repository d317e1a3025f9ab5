import { Switch } from './controls.tsx';
import styles from './side.module.css';
import { useEffect, useMemo, useState } from 'react';
import { looksDown } from '#domain/directions.ts';
import type { PhotoMarker } from './drawing/survey-map.ts';
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

type PhotoSectionProps = {
  isShown: boolean;
  onShown: (isShown: boolean) => void;
  found: ReturnType<typeof usePhotos>;
  onPhoto: (id: string) => void;
};

/** The photos and flights of the week on the map, and as a list for those who do not point at them. */
export function PhotoSection({ isShown, onShown, found, onPhoto }: PhotoSectionProps) {
  const { photos, flights, error } = found;
  return (
    <section className={styles.section} aria-label="Photos on the map">
      <Switch label="Show where photos were taken" isOn={isShown} onChange={onShown} />
      {isShown && error ? (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      ) : null}
      {photos?.length === 0 ? (
        <p className={styles.hint}>No photo of this week says where it was taken.</p>
      ) : null}
      <Files files={photos ?? []} nouns={['photo', 'photos']} onFile={onPhoto} />
      <Files files={flights} nouns={['flight of a video', 'flights of videos']} onFile={onPhoto} />
    </section>
  );
}

type FilesProps = {
  files: readonly { id: string; title: string }[];
  /** What one of them is called, and several. */
  nouns: readonly [string, string];
  onFile: (id: string) => void;
};

function Files({ files, nouns, onFile }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>
        {files.length} {nouns[files.length === 1 ? 0 : 1]}
      </summary>
      <ul className={styles.list}>
        {files.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className={styles.entry} onClick={() => onFile(id)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
