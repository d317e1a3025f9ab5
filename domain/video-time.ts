import tzLookup from '@photostructure/tz-lookup';
import { captureTime, parseClock, type CaptureTime, type ClockReading } from './capture-time.ts';
import { localTime, zoneOffset } from './local-time.ts';

export type VideoClues = {
  fileName: string;
  /** Creation time in the header, read as UTC; null if missing or unusable (see `isUsableYear`). */
  headerTime: Date | null;
  seconds: number | null;
  position: { latitude: number; longitude: number } | null;
  logClock: string | null;
  uploadedAt: Date;
};

type HeaderClock = 'utc' | 'local';

/** Cameras set file name, header, and log within seconds of each other; some write the header at the end. */
const MAX_DIFFERENCE_MS = 2 * 60_000;
/** A video this close to a photo belongs to the same flight or the next. */
const SAME_FLIGHT_MS = 30 * 60_000;

/**
 * MP4 and QuickTime times are UTC (ISO/IEC 14496-12, 8.2.2), but many drones write local time. Each header is read as
 * UTC or local time, whichever matches the flight log, the file name, or the visit's photos; if nothing matches, like
 * most videos with similar names. Without a header, the log or the name gives the time. `photoTimes` is in milliseconds
 * since 1970.
 */
export function videoTimes(
  videos: readonly VideoClues[],
  photoTimes: readonly number[],
  siteTimeZone: string,
): CaptureTime[] {
  const classified = videos.map((video) => {
    const zone = zoneAt(video, siteTimeZone);
    return { video, zone, clock: headerClockOf(video, photoTimes, zone) };
  });
  return classified.map(({ video, zone, clock }) => {
    const { headerTime, position } = video;
    if (headerTime === null) {
      const local = video.logClock;
      const reading = local === null ? nameClock(video.fileName) : { local, offset: null };
      return captureTime(reading, position, siteTimeZone);
    }
    const alike = classified.filter((other) => namePatternOf(other.video) === namePatternOf(video));
    if ((clock ?? mostOf(alike.map((other) => other.clock))) === 'local') {
      const local = headerTime.toISOString().slice(0, 19);
      return captureTime({ local, offset: null }, position, siteTimeZone);
    }
    return {
      capturedAt: headerTime,
      capturedLocal: localTime(headerTime, zone),
      timeZoneSource: position ? 'gps' : 'site',
    };
  });
}

const zoneAt = ({ position }: VideoClues, siteTimeZone: string): string =>
  position ? tzLookup(position.latitude, position.longitude) : siteTimeZone;

const namePatternOf = ({ fileName }: VideoClues) => fileName.replaceAll(/\d+/g, '#').toLowerCase();

function mostOf(clocks: readonly (HeaderClock | null)[]): HeaderClock {
  const count = (clock: HeaderClock) => clocks.filter((each) => each === clock).length;
  return count('local') > count('utc') ? 'local' : 'utc';
}

function headerClockOf(
  video: VideoClues,
  photoTimes: readonly number[],
  zone: string,
): HeaderClock | null {
  const { headerTime, logClock: logged, uploadedAt } = video;
  if (headerTime === null) return null;
  // East of Greenwich, local time read as UTC is in the future.
  const latest = uploadedAt.getTime() + MAX_DIFFERENCE_MS;
  if (headerTime.getTime() > latest && asLocalTime(headerTime, zone) <= latest) return 'local';
  const log = logged === null ? null : { local: logged, offset: null };
  const [byLog, byName] = [log, nameClock(video.fileName)].map((reading) =>
    reading ? byClock(headerTime, video.seconds ?? 0, reading, zone) : null,
  );
  return byLog ?? byName ?? byPhotos(headerTime, photoTimes, zone);
}

function byClock(
  headerTime: Date,
  seconds: number,
  { local, offset }: ClockReading,
  zone: string,
): HeaderClock | null {
  const header = headerTime.getTime();
  const headerOffset = offset === null ? zoneOffset(headerTime, zone) : offset * 60_000;
  const wall = Date.parse(`${local}Z`);
  /** Milliseconds between this clock and the recording; the header may state its start or end. */
  const apart = (shown: number) => Math.max(wall - shown, shown - seconds * 1000 - wall, 0);
  const [asUtc, asLocal] = [apart(header + headerOffset), apart(header)];
  if (Math.min(asUtc, asLocal) > MAX_DIFFERENCE_MS) return null;
  return asLocal < asUtc ? 'local' : 'utc';
}

const asLocalTime = (headerTime: Date, zone: string): number =>
  headerTime.getTime() - zoneOffset(headerTime, zone);

function byPhotos(
  headerTime: Date,
  photoTimes: readonly number[],
  zone: string,
): HeaderClock | null {
  const isNear = (time: number) =>
    photoTimes.some((photo) => Math.abs(photo - time) <= SAME_FLIGHT_MS);
  const [asUtc, asLocal] = [isNear(headerTime.getTime()), isNear(asLocalTime(headerTime, zone))];
  if (asUtc === asLocal) return null;
  return asLocal ? 'local' : 'utc';
}

/** Date and time with or without separators and milliseconds, as named by DJI, Autel, Insta360, phones, and PCs. */
const NAME_TIME =
  /(?:^|\D)(\d{4})([-_. ]?)(\d\d)\2(\d\d)(?:[-_. T]*| at )(\d\d)([-_. :]?)(\d\d)\6(\d\d)(?:\d{3})?(?!\d)(?: ?([AP])M)?/i;

/**
 * The time in a file name such as DJI_20250801090503_0001.MP4. It's local time, except for Pixel phones, which use UTC.
 */
export function nameClock(fileName: string): ClockReading | null {
  const [found, year, , month, day, hour = '', , minute, second, half] =
    NAME_TIME.exec(fileName) ?? [];
  if (!found) return null;
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour);
  const zone = /^PXL_/i.test(fileName) ? 'Z' : '';
  return parseClock(
    `${year}-${month}-${day}T${String(hours).padStart(2, '0')}:${minute}:${second}${zone}`,
  );
}

/** The first clock time in a flight log (SRT): "2022-08-07 13:40:40,774" or "2017.8.5 14:11:51". */
export function logClock(words: string): string | null {
  const found = /(\d{4})[-./](\d{1,2})[-./](\d{1,2})[ T]+(\d{1,2}:\d\d:\d\d)/.exec(words);
  if (!found) return null;
  const [, year, month = '', day = '', time = ''] = found;
  const clock = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time.padStart(8, '0')}`;
  return parseClock(clock)?.local ?? null;
}
