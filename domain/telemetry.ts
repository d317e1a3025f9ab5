import { isSidecar } from './rasters.ts';

/** Previews and flight logs (SRT) that cameras and drones write next to each video. */
const CAMERA_ENDINGS = /\.(?:srt|lrf|lrv|thm)$/i;
const TEXT_ENDINGS = /\.(?:txt|csv|kml)$/i;
/** What operators and their programs call ground control points, flight logs, flight plans and geotags. */
const TELEMETRY_WORDS =
  /gcp|ground[ _-]?control|control[ _-]?points?|flight[ _-]?(?:record|log|plan|path|track)|airdata|waypoint|(?<![a-z])(?:missions?|telemetry|geotags?|exif|rtk|ppk|mrk|rinex)(?![a-z])|^geo\.txt$/i;

/**
 * Whether the name alone makes a file staff-only: telemetry, world files, and projections. Subtitles count as telemetry
 * here, but their text may turn out to be speech.
 */
export const isNamedForStaff = (fileName: string): boolean =>
  CAMERA_ENDINGS.test(fileName) ||
  isSidecar(fileName) ||
  (TEXT_ENDINGS.test(fileName) && TELEMETRY_WORDS.test(fileName));

/** The notes of DJI, Autel and others: where the drone is, or the settings of its camera. */
const DRONE_NOTES =
  /\b(?:GPS|HOME) ?\(|\bBAROMETER ?:|\b(?:Srt|Frame)Cnt ?:|\[(?:iso|shutter|fnum|latitude|longt?itude|rel_alt) ?:|\b(?:latitude|longt?itude) ?: ?-?\d|\bISO ?: ?\d+ .*\b(?:shutter|EV|TV)\b|\bF\/[\d.]+, SS \d/i;

/** A text that begins like this is telemetry under any name. */
const TELEMETRY_STARTS = [
  // Ground control points of OpenDroneMap: a coordinate system, then a point and its pixel in a photo.
  /^(?:EPSG:\d+|\+proj=.*|WGS84 UTM \d+ ?[NS])\s*\n\s*-?[\d.]+[\s,]+-?[\d.]+/i,
  // RTKLIB, RINEX 3.05 section 5, and DJI's moments of exposure (MRK).
  /^% ?(?:program|\(?lat\/lon|GPST)/i,
  /^.{60}RINEX VERSION/,
  /^\d+\t\d+\.\d+\t\[\d+\]/,
  // Tracks and missions of DJI, and tracks of Google Earth.
  /<gx:Track\b|\bxmlns:(?:wpml|mis)=/,
];
const isFlightTable = (head: string) => {
  const titles = /^(?:sep=.\s*\n)?(.*)/i.exec(head)?.[1] ?? '';
  return (
    /\blat(?:itude)?\b/i.test(titles) &&
    /\b(?:lon|lng|longt?itude)\b/i.test(titles) &&
    /gimbal|heading|\byaw|pitch|speed|satellites|battery|altitude/i.test(titles)
  );
};

/** Whether a text is telemetry by its first kilobytes: notes of a flight, ground control points, a mission. */
export const isTelemetryText = (head: string, isSubtitles: boolean): boolean =>
  isSubtitles
    ? DRONE_NOTES.test(head)
    : TELEMETRY_STARTS.some((start) => start.test(head.trimStart())) || isFlightTable(head);

/**
 * Whether a file that arrives in a submission is for its clients until staff decide otherwise. `isTelemetry` is what
 * its text says; subtitles other than the notes of a drone are for clients.
 */
export function isForClientsAtFirst(
  fileName: string,
  { mime, isTelemetry = false }: { mime: string; isTelemetry?: boolean | undefined },
): boolean {
  if (isTelemetry) return false;
  return mime === 'application/x-subrip' || !isNamedForStaff(fileName);
}
