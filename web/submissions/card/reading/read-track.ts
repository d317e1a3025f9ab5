import { captureTime, parseClock } from '#domain/capture-time.ts';
import { subtitlePosition } from '#domain/flight-subtitles.ts';
import type { Place } from '#domain/card-visits.ts';

/** `takenAt` in milliseconds; null if the file has no time. */
export type PositionFix = { place: Place; takenAt: number | null };

type TrackText = { text: string; siteTimeZone: string };
type Reader = (text: TrackText) => PositionFix | null;

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
const GPS_EPOCH = Date.UTC(1980, 0, 6);
const WEEK_MS = 7 * 86_400_000;
/** GPS time is ahead of UTC by the leap seconds added since 1980. There have been 18 since 2017. */
const LEAP_SECONDS = 18;

/** Null for invalid coordinates, and for the zeros that devices write before they have a fix. */
export function placeAt(latitude: unknown, longitude: unknown): Place | null {
  const [lat, lon] = [Number(latitude ?? NaN), Number(longitude ?? NaN)];
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isPlace && (Math.abs(lat) > 1e-6 || Math.abs(lon) > 1e-6)
    ? { latitude: lat, longitude: lon }
    : null;
}

function firstFix<T>(
  parts: Iterable<T>,
  each: (part: T) => PositionFix | null,
): PositionFix | null {
  for (const part of parts) {
    const fix = each(part);
    if (fix) return fix;
  }
  return null;
}

const CLOCK = /(\d{4})[-.](\d\d?)[-.](\d\d?) (\d\d:\d\d:\d\d)/;

/** The time on the drone's clock, in ms. */
function clockIn(text: string, place: Place, siteTimeZone: string): number | null {
  const [, year, month = '', day = '', time] = CLOCK.exec(text) ?? [];
  const reading = parseClock(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${time}`);
  return captureTime(reading, place, siteTimeZone).capturedAt?.getTime() ?? null;
}

/** Flight subtitles (SRT), in the dialects of `domain/flight-subtitles.ts`. */
const readSubtitles: Reader = ({ text, siteTimeZone }) =>
  firstFix(text.split(/\r?\n\s*\r?\n/), (block) => {
    const { latitude, longitude } = subtitlePosition(block);
    const place = placeAt(latitude, longitude);
    return place && { place, takenAt: clockIn(block, place, siteTimeZone) };
  });

/** The exposure list of a DJI survey drone: number, GPS seconds and week, offsets, then the place. */
const readExposures: Reader = ({ text }) =>
  firstFix(text.split('\n'), (line) => {
    const [, latitude] = new RegExp(`${NUMBER},\\s*Lat`).exec(line) ?? [];
    const [, longitude] = new RegExp(`${NUMBER},\\s*Lon`).exec(line) ?? [];
    const place = placeAt(latitude, longitude);
    const [, seconds, week] = /^\s*\d+\s+(\d+(?:\.\d+)?)\s+\[(\d+)\]/.exec(line) ?? [];
    const since = Number(week) * WEEK_MS + (Number(seconds) - LEAP_SECONDS) * 1000;
    return place && { place, takenAt: week ? Math.round(GPS_EPOCH + since) : null };
  });

/** RTKLIB solutions: date, time (GPS), latitude, longitude, height. */
const readSolutions: Reader = ({ text }) => {
  const line = new RegExp(
    String.raw`^(\d{4})/(\d\d)/(\d\d)\s+(\d\d:\d\d:\d\d)\S*\s+${NUMBER}\s+${NUMBER}\s`,
    'gm',
  );
  return firstFix(text.matchAll(line), ([, year, month, day, time, latitude, longitude]) => {
    const place = placeAt(latitude, longitude);
    return place && { place, takenAt: Date.parse(`${year}-${month}-${day}T${time}Z`) };
  });
};

/** The first coordinates in KML or GeoJSON: longitude, latitude. */
const readCoordinates: Reader = ({ text }) => {
  const pair = new RegExp(
    String.raw`(?:<coordinates>\s*|<gx:coord>\s*|"coordinates"\s*:[\s[]*)${NUMBER}[\s,]+${NUMBER}`,
    'g',
  );
  return firstFix(text.matchAll(pair), ([, longitude, latitude]) => {
    const place = placeAt(latitude, longitude);
    return place && { place, takenAt: null };
  });
};

/** GPX track points, route points or waypoints, with their time. */
const readTrackPoints: Reader = ({ text }) =>
  firstFix(
    text.matchAll(/<(?:trkpt|rtept|wpt)\b([^>]*)>(?:(?!<\/?(?:trkpt|rtept|wpt)).)*/gs),
    (found) => {
      const [point, attributes = ''] = found;
      const [, latitude] = new RegExp(`\\blat\\s*=\\s*["']${NUMBER}`).exec(attributes) ?? [];
      const [, longitude] = new RegExp(`\\blon\\s*=\\s*["']${NUMBER}`).exec(attributes) ?? [];
      const place = placeAt(latitude, longitude);
      const time = Date.parse(/<time>\s*([^<\s]+)/.exec(point)?.[1] ?? '');
      return place && { place, takenAt: Number.isNaN(time) ? null : time };
    },
  );

/** A table with columns whose names start with lat and lon, as written by flight planners and geotagging software. */
const readTable: Reader = ({ text }) => {
  const [head = '', ...rows] = text.split(/\r?\n/);
  const separator = [';', '\t'].find((each) => head.includes(each)) ?? ',';
  const cells = (line: string) =>
    line.split(separator).map((cell) => cell.replaceAll(/["\s\uFEFF]/g, ''));
  const names = cells(head.toLowerCase());
  const [latitude, longitude] = [/^(gps_?)?lat/, /^(gps_?)?lon|^lng/].map((name) =>
    names.findIndex((each) => name.test(each)),
  );
  if (latitude === undefined || longitude === undefined || latitude < 0 || longitude < 0)
    return null;
  return firstFix(rows, (row) => {
    const values = cells(row);
    const place =
      values.length > 1 ? placeAt(values[latitude] || NaN, values[longitude] || NaN) : null;
    return place && { place, takenAt: null };
  });
};

const READERS: Readonly<Record<string, Reader>> = {
  srt: readSubtitles,
  mrk: readExposures,
  pos: readSolutions,
  kml: readCoordinates,
  geojson: readCoordinates,
  gpx: readTrackPoints,
  csv: readTable,
};

const FIRST_BYTES = 256 * 1024;
/** Enough for several hours without a fix. */
const MAX_BYTES = 32 * 1024 ** 2;

/**
 * The first place in a log or track, parsed by file extension. Reads until the first fix. Null without a fix or for
 * other files. Rejects if the file can't be read.
 */
export async function readTrack(file: File, siteTimeZone: string): Promise<PositionFix | null> {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const reader = READERS[ending];
  if (!reader) return null;
  for (let length = FIRST_BYTES; ; length *= 4) {
    const text = await file.slice(0, length).text();
    const fix = reader({ text, siteTimeZone });
    if (fix || length >= Math.min(file.size, MAX_BYTES)) return fix;
  }
}

export const placeInSubtitles = (text: string): Place | null =>
  readSubtitles({ text, siteTimeZone: 'UTC' })?.place ?? null;
