import { megabytes } from '#domain/byte-size.ts';
import { compass } from '#domain/directions.ts';
import { directionText } from '#domain/file-titles.ts';
import { altitudeText, type Units } from '#domain/units.ts';
import { dateTime } from '#web/lib/formats.ts';
import type { ViewerFile } from './viewer-file.ts';

const PHOTO_TYPES = { thermal: 'Thermal photo', panorama: '360-degree photo' } as const;

export function factsOf(
  file: ViewerFile,
  { timeZone, units }: { timeZone: string; units: Units },
): [name: string, value: string][] {
  const { capturedAt, cameraModel, width, height, sha256 } = file;
  const altitude = altitudeText(file.relativeAltitude, units);
  const facts: [string, string | null][] = [
    ['Taken', capturedAt && dateTime(capturedAt, timeZone)],
    ['Camera', cameraModel ?? null],
    ['Type', photoTypeText(file)],
    ['Altitude', altitude && `${altitude} above takeoff`],
    ['Direction', directionOf(file)],
    ['Location', coordinatesText(file.latitude, file.longitude)],
    ['File name', file.fileName],
    ['File size', megabytes(file.fileSize)],
    ['RAW file', file.raw ? `${file.raw.fileName}, ${megabytes(file.raw.fileSize)}` : null],
    ['Dimensions', width && height ? `${width} × ${height} pixels` : null],
    ['SHA-256', sha256 ?? null],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

export const photoTypeText = ({ photoType }: ViewerFile): string | null =>
  photoType ? PHOTO_TYPES[photoType] : null;

function directionOf(file: ViewerFile): string | null {
  const { gimbalYaw, gimbalPitch } = file;
  const look = directionText(file);
  if (gimbalYaw == null || !look?.startsWith('facing')) return look;
  const degrees = (((Math.round(gimbalYaw) % 360) + 360) % 360).toString();
  const down = gimbalPitch == null || gimbalPitch >= 0 ? '' : `, ${Math.round(-gimbalPitch)}° down`;
  return `${compass(gimbalYaw)} (${degrees}°)${down}`;
}

/** '31.54930° N, 97.14667° W'; null if unknown. */
export function coordinatesText(
  latitude: number | null | undefined,
  longitude: number | null | undefined,
): string | null {
  if (latitude == null || longitude == null) return null;
  const formatDegrees = (value: number, up: string, down: string) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? down : up}`;
  return `${formatDegrees(latitude, 'N', 'S')}, ${formatDegrees(longitude, 'E', 'W')}`;
}
