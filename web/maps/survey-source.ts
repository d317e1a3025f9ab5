import { fileTitle } from '#domain/file-titles.ts';
import type { MapPosition, Measure, Measurement, MeasureResult } from '#domain/measurements.ts';

/** A photo whose position is known. Degrees; yaw and pitch as the drone wrote them. */
export type MapPhoto = {
  id: string;
  title: string;
  latitude: number;
  longitude: number;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  flightYaw: number | null;
};

/** The way of the drone during a film; `id` is that of its file. */
export type MapFlight = { id: string; title: string; line: readonly MapPosition[] };

/**
 * What the map asks of the server, which is another for visitors of a share link. All of it rejects with an
 * Error in words for a person.
 */
export type SurveySource = {
  measure: (measure: Measure) => Promise<MeasureResult>;
  measurements: (submissionId: string) => Promise<readonly Measurement[]>;
  /** Calls back when somebody has changed what is kept; returns how to end it. Null where nobody tells. */
  watch: ((submissionId: string, onChange: () => void) => () => void) | null;
  /** Null for those who may measure, but keep nothing. */
  keeping: {
    create: (submissionId: string, title: string, measure: Measure) => Promise<Measurement>;
    rename: (id: string, title: string) => Promise<Measurement>;
    remove: (id: string) => Promise<unknown>;
    fileUrl: (submissionId: string, format: 'geojson' | 'csv') => string;
  } | null;
  /** Those whose position may be seen. */
  photos: (submissionId: string) => Promise<readonly MapPhoto[]>;
  /** Of the films that have notes of their flight. */
  flights: (submissionId: string) => Promise<readonly MapFlight[]>;
};

type Positioned = Omit<MapPhoto, 'title' | 'latitude' | 'longitude'> & {
  kind: string;
  viewpointName?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
};

/** The photos among the files of a week that say where they were taken. */
export const photosWithPosition = (files: readonly Positioned[]): MapPhoto[] =>
  files.flatMap((file) => {
    const { kind, latitude, longitude } = file;
    return kind === 'photo' && latitude != null && longitude != null
      ? [{ ...file, title: fileTitle(files, file), latitude, longitude }]
      : [];
  });
