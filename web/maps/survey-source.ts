import { fileTitle } from '#domain/file-titles.ts';
import type { MapPosition, Measure, Measurement, MeasureResult } from '#domain/measurements.ts';
import type { SurveyPair, SurveyResidual } from '#domain/rasters.ts';

/** A photo whose position is known. Position, yaw and pitch are in degrees. */
export type MapPhoto = {
  id: string;
  title: string;
  latitude: number;
  longitude: number;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  flightYaw: number | null;
};

export type MapFlight = { id: string; title: string; line: readonly MapPosition[] };

/** Server calls of the map, which differ for share links. All reject with an Error whose message is shown. */
export type SurveySource = {
  measure: (measure: Measure) => Promise<MeasureResult>;
  residual: (pair: SurveyPair) => Promise<SurveyResidual | null>;
  measurements: (submissionId: string) => Promise<readonly Measurement[]>;
  /**
   * Calls back when someone changes saved measurements. Returns a function that unsubscribes. Null without live
   * updates.
   */
  watch: ((submissionId: string, onChange: () => void) => () => void) | null;
  /** Null for people who can measure but not save. */
  saving: {
    create: (submissionId: string, title: string, measure: Measure) => Promise<Measurement>;
    rename: (id: string, title: string) => Promise<Measurement>;
    remove: (id: string) => Promise<unknown>;
    fileUrl: (submissionId: string, format: 'geojson' | 'csv') => string;
  } | null;
  photos: (submissionId: string) => Promise<readonly MapPhoto[]>;
  flights: (submissionId: string) => Promise<readonly MapFlight[]>;
};

type FileWithPosition = Omit<MapPhoto, 'title' | 'latitude' | 'longitude'> & {
  kind: string;
  viewpointName?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
};

export const photosWithPosition = (files: readonly FileWithPosition[]): MapPhoto[] =>
  files.flatMap((file) => {
    const { kind, latitude, longitude } = file;
    return kind === 'photo' && latitude != null && longitude != null
      ? [{ ...file, title: fileTitle(files, file), latitude, longitude }]
      : [];
  });
