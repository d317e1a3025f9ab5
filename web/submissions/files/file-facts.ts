import { byteSize } from '#domain/byte-size.ts';
import { dateText } from '#domain/date-format.ts';
import type { StaffFile } from '#domain/files.ts';
import { altitudeText, type Units } from '#domain/units.ts';

type FileWithPose = Pick<
  StaffFile,
  | 'relativeAltitude'
  | 'altitude'
  | 'gimbalPitch'
  | 'gimbalYaw'
  | 'latitude'
  | 'longitude'
  | 'durationSeconds'
>;

const wholeNumber = (value: number) => String(Math.round(value)).replace('-', '−');

/** Minutes and seconds: '1:05'. */
export const durationText = (seconds: number): string => {
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`;
};

/** Altitude, pitch and whether the position is known: '262 ft', 'pitch −45°', 'GPS'. Empty if unknown. */
export function poseFacts(file: FileWithPose, units: Units): string[] {
  const { relativeAltitude, altitude, gimbalPitch, latitude } = file;
  return [
    altitudeText(relativeAltitude, units) ??
      (altitude === null ? null : `${altitudeText(altitude, units)} above sea level`),
    gimbalPitch === null ? null : `pitch ${wholeNumber(gimbalPitch)}°`,
    latitude === null ? null : 'GPS',
  ].filter((fact) => fact !== null);
}

/** '10:42:31 AM' in the project's time zone; with the day, 'Aug 2, 2023, 10:42 AM'. */
export const clockText = (instant: string, timeZone: string, withDay = false): string =>
  dateText(instant, {
    timeZone,
    ...(withDay ? { dateStyle: 'medium', timeStyle: 'short' } : { timeStyle: 'medium' }),
  });

/** File size and, for pictures and videos, dimensions: '4.2 MB · 5472 × 3648'. */
export const sizeFacts = ({
  fileSize,
  width,
  height,
}: Pick<StaffFile, 'fileSize' | 'width' | 'height'>): string =>
  [byteSize(fileSize), width && height ? `${width} × ${height}` : null]
    .filter((fact) => fact !== null)
    .join(' · ');
