import { subtitlePosition } from './flight-subtitles.ts';
import type { Place } from './card-visits.ts';

/**
 * The first position in a flight log (SRT), KML, or table, in degrees (WGS 84). Null without a position; 0, 0 doesn't
 * count.
 */
export function textPlace(fileName: string, text: string): Place | null {
  switch (/\.([^.]*)$/.exec(fileName.toLowerCase())?.[1]) {
    case 'srt':
      return firstValid(text.split(/\r?\n\s*\r?\n/).map(subtitlePosition));
    case 'kml':
      return firstValid(
        [...text.matchAll(KML_POINT)].map(([, longitude, latitude]) => ({ latitude, longitude })),
      );
    case 'csv':
    case 'txt':
      return tablePlace(text);
    default:
      return null;
  }
}

const KML_POINT = /<(?:coordinates|gx:coord)>\s*(-?\d+(?:\.\d+)?)[,\s]\s*(-?\d+(?:\.\d+)?)/g;

function tablePlace(text: string): Place | null {
  const [header = '', ...rows] = text.split(/\r?\n/);
  const separator = [';', '\t', ','].find((each) => header.includes(each));
  if (!separator) return null;
  const cells = (row: string) =>
    row.split(separator).map((cell) => cell.replaceAll('"', '').trim());
  const names = cells(header.toLowerCase());
  const at = (name: RegExp) => names.findIndex((each) => name.test(each));
  const [latitude, longitude] = [
    at(/^(?:\w+\.)?lat(?:itude)?\b/),
    at(/^(?:\w+\.)?(?:lon|lng|long)(?:gitude|itude)?\b/),
  ];
  if (latitude < 0 || longitude < 0) return null;
  return firstValid(
    rows.map(cells).map((row) => ({ latitude: row[latitude], longitude: row[longitude] })),
  );
}

type RawPosition = {
  latitude?: string | number | null | undefined;
  longitude?: string | number | null | undefined;
};

function firstValid(positions: readonly RawPosition[]): Place | null {
  for (const each of positions) {
    const [latitude, longitude] = [degrees(each.latitude, 90), degrees(each.longitude, 180)];
    if (latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0))
      return { latitude, longitude };
  }
  return null;
}

function degrees(raw: string | number | null | undefined, most: number): number | null {
  if (raw == null || raw === '') return null;
  const value = Number(raw);
  return Number.isFinite(value) && Math.abs(value) <= most ? value : null;
}
