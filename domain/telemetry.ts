import { isSidecar } from './rasters.ts';

const CAMERA_EXTENSIONS = /\.(?:srt|lrf|lrv|thm)$/i;
const TEXT_EXTENSIONS = /\.(?:txt|csv|kml)$/i;
const TELEMETRY_WORDS =
  /gcp|ground[ _-]?control|control[ _-]?points?|flight[ _-]?(?:record|log|plan|path|track)|airdata|waypoint|(?<![a-z])(?:missions?|telemetry|geotags?|exif|rtk|ppk|mrk|rinex)(?![a-z])|^geo\.txt$/i;

/**
 * Whether the file name alone makes a file staff-only. Includes subtitles, although their text may turn out to be
 * speech.
 */
export const isNamedForStaff = (fileName: string): boolean =>
  CAMERA_EXTENSIONS.test(fileName) ||
  isSidecar(fileName) ||
  (TEXT_EXTENSIONS.test(fileName) && TELEMETRY_WORDS.test(fileName));

const DRONE_SUBTITLES =
  /\b(?:GPS|HOME) ?\(|\bBAROMETER ?:|\b(?:Srt|Frame)Cnt ?:|\[(?:iso|shutter|fnum|latitude|longt?itude|rel_alt) ?:|\b(?:latitude|longt?itude) ?: ?-?\d|\bISO ?: ?\d+ .*\b(?:shutter|EV|TV)\b|\bF\/[\d.]+, SS \d/i;

/** First OpenDroneMap's ground control points, then RTKLIB, RINEX 3.05 section 5, and DJI exposure times (MRK). */
const TELEMETRY_STARTS = [
  /^(?:EPSG:\d+|\+proj=.*|WGS84 UTM \d+ ?[NS])\s*\n\s*-?[\d.]+[\s,]+-?[\d.]+/i,
  /^% ?(?:program|\(?lat\/lon|GPST)/i,
  /^.{60}RINEX VERSION/,
  /^\d+\t\d+\.\d+\t\[\d+\]/,
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

export const isTelemetryText = (head: string, isSubtitles: boolean): boolean =>
  isSubtitles
    ? DRONE_SUBTITLES.test(head)
    : TELEMETRY_STARTS.some((start) => start.test(head.trimStart())) || isFlightTable(head);

/** The default visibility. Subtitles are for clients unless their content is drone telemetry (`isTelemetry`). */
export function isForClientsAtFirst(
  fileName: string,
  { mime, isTelemetry = false }: { mime: string; isTelemetry?: boolean | undefined },
): boolean {
  if (isTelemetry) return false;
  return mime === 'application/x-subrip' || !isNamedForStaff(fileName);
}
