import { isSidecar } from './rasters.ts';

/** Previews and flight logs (SRT) written next to each video. */
const CAMERA_ENDINGS = /\.(?:srt|lrf|lrv|thm)$/i;
const TEXT_ENDINGS = /\.(?:txt|csv|kml)$/i;
/** Terms for ground control points, flight logs, flight plans, and geotags. */
const TELEMETRY_WORDS =
  /gcp|ground[ _-]?control|control[ _-]?points?|flight[ _-]?(?:record|log|plan|path|track)|airdata|waypoint|(?<![a-z])(?:missions?|telemetry|geotags?|exif|rtk|ppk|mrk|rinex)(?![a-z])|^geo\.txt$/i;

/**
 * Whether the name alone makes a file staff-only: telemetry, world files, projections. Subtitles count as telemetry
 * here, although their text may turn out to be speech.
 */
export const isNamedForStaff = (fileName: string): boolean =>
  CAMERA_ENDINGS.test(fileName) ||
  isSidecar(fileName) ||
  (TEXT_ENDINGS.test(fileName) && TELEMETRY_WORDS.test(fileName));

/** Subtitles by DJI, Autel, and others: drone position or camera settings. */
const DRONE_NOTES =
  /\b(?:GPS|HOME) ?\(|\bBAROMETER ?:|\b(?:Srt|Frame)Cnt ?:|\[(?:iso|shutter|fnum|latitude|longt?itude|rel_alt) ?:|\b(?:latitude|longt?itude) ?: ?-?\d|\bISO ?: ?\d+ .*\b(?:shutter|EV|TV)\b|\bF\/[\d.]+, SS \d/i;

/**
 * Beginnings of telemetry files, whatever their name. The first is OpenDroneMap's ground control points: a coordinate
 * system, then a point and its pixel in a photo.
 */
const TELEMETRY_STARTS = [
  /^(?:EPSG:\d+|\+proj=.*|WGS84 UTM \d+ ?[NS])\s*\n\s*-?[\d.]+[\s,]+-?[\d.]+/i,
  // RTKLIB, RINEX 3.05 section 5, and DJI exposure times (MRK).
  /^% ?(?:program|\(?lat\/lon|GPST)/i,
  /^.{60}RINEX VERSION/,
  /^\d+\t\d+\.\d+\t\[\d+\]/,
  // DJI tracks and missions, and Google Earth tracks.
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

/** Whether the first kilobytes are telemetry: flight notes, ground control points, or a mission. */
export const isTelemetryText = (head: string, isSubtitles: boolean): boolean =>
  isSubtitles
    ? DRONE_NOTES.test(head)
    : TELEMETRY_STARTS.some((start) => start.test(head.trimStart())) || isFlightTable(head);

/**
 * Default visibility of a new file. `isTelemetry` is based on its content; subtitles other than drone telemetry are for
 * clients.
 */
export function isForClientsAtFirst(
  fileName: string,
  { mime, isTelemetry = false }: { mime: string; isTelemetry?: boolean | undefined },
): boolean {
  if (isTelemetry) return false;
  return mime === 'application/x-subrip' || !isNamedForStaff(fileName);
}
