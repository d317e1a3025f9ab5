import { dateTime, megabytes } from '#web/lib/formats.ts';
import { compass, lookOf } from './view-name.ts';
import type { ViewerFile } from './viewer-file.ts';

const FEET_PER_METRE = 3.280_84;

/** What is known of a file, by name and in words; what the viewer was not given is left out. */
export function factsOf(file: ViewerFile, timeZone: string): [name: string, value: string][] {
  const { capturedAt, cameraModel, width, height, sha256 } = file;
  const facts: [string, string | null][] = [
    ['Taken', capturedAt && dateTime(capturedAt, timeZone)],
    ['Camera', cameraModel ?? null],
    ['Altitude', altitudeOf(file)],
    ['Direction', directionOf(file)],
    ['Place', placeOf(file)],
    ['File name', file.fileName],
    ['File size', megabytes(file.fileSize)],
    ['Dimensions', width && height ? `${width} × ${height} pixels` : null],
    ['SHA-256', sha256 ?? null],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

function altitudeOf({ relativeAltitude }: ViewerFile): string | null {
  if (relativeAltitude == null) return null;
  const feet = Math.round(relativeAltitude * FEET_PER_METRE);
  return `${feet} ft (${Math.round(relativeAltitude)} m) above takeoff`;
}

function directionOf(file: ViewerFile): string | null {
  const { gimbalYaw, gimbalPitch } = file;
  const look = lookOf(file);
  if (gimbalYaw == null || !look?.startsWith('facing')) return look;
  const degrees = (((Math.round(gimbalYaw) % 360) + 360) % 360).toString();
  const down = gimbalPitch == null || gimbalPitch >= 0 ? '' : `, ${Math.round(-gimbalPitch)}° down`;
  return `${compass(gimbalYaw)} (${degrees}°)${down}`;
}

function placeOf({ latitude, longitude }: ViewerFile): string | null {
  if (latitude == null || longitude == null) return null;
  const half = (value: number, [up, down]: [string, string]) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? down : up}`;
  return `${half(latitude, ['N', 'S'])}, ${half(longitude, ['E', 'W'])}`;
}
