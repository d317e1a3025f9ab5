import { altitudeText } from '#web/lib/formats.ts';
import { placeText } from './pose-text.ts';

/** What a drone noted at a moment of its film, in words; `from` in seconds since it began. */
export type FlightMoment = { from: number; text: string };

const TIME = /(\d\d):(\d\d):(\d\d)[,.](\d{3}) -->/;
/** Older drones misspell it. */
const LONGITUDE = 'longt?itude';
const CLOCK = /\d{4}-\d\d-\d\d (\d\d:\d\d:\d\d)/;

/** The moments of a film in the subtitles (SRT) that a DJI drone writes beside it, in their order. */
export function readFlightLog(log: string): FlightMoment[] {
  return log.split(/\r?\n\r?\n/).flatMap((block) => {
    const time = TIME.exec(block);
    const text = textOf(block);
    if (!time || !text) return [];
    const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = time.slice(1).map(Number);
    return [{ from: hours * 3600 + minutes * 60 + seconds + thousandths / 1000, text }];
  });
}

/** What was noted last at a position of the film; null before the first note. */
export function momentAt(moments: readonly FlightMoment[], seconds: number): FlightMoment | null {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle]?.from ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return moments[low - 1] ?? null;
}

/** Places of a flight that are enough to draw it. */
const MOST_PLACES = 1000;

/**
 * Where the drone was during its film, degrees of longitude and latitude, from the same subtitles. Moments
 * without a fix, for which it writes zeros, are left out, and of a long film most.
 */
export function readFlightTrack(log: string): [longitude: number, latitude: number][] {
  const places = log.split(/\r?\n\r?\n/).flatMap((block): [number, number][] => {
    const [longitude, latitude] = placeIn(block);
    if (!longitude || !latitude) return [];
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [[longitude, latitude]] : [];
  });
  const step = Math.max(1, Math.ceil(places.length / MOST_PLACES));
  return places.filter((_, index) => index % step === 0 || index === places.length - 1);
}

/** `GPS(longitude, latitude, altitude)`; a Matrice writes the latitude first, and the altitude with an M. */
const GPS = /\bGPS ?\((-?\d+(?:\.\d+)?), ?(-?\d+(?:\.\d+)?), ?-?\d+(?:\.\d+)?(M?)\)/;

function placeIn(block: string): [longitude: number | null, latitude: number | null] {
  const [found, first, second, metre] = GPS.exec(block) ?? [];
  if (!found) return [numberIn(block, LONGITUDE), numberIn(block, 'latitude')];
  return metre ? [Number(second), Number(first)] : [Number(first), Number(second)];
}

/** A number that the drone wrote under a name. */
function numberIn(block: string, name: string): number | null {
  const found = new RegExp(`\\b${name} ?: ?(-?\\d+(?:\\.\\d+)?)`).exec(block);
  return found ? Number(found[1]) : null;
}

/** Older drones write `altitude`, newer ones `rel_alt` and `abs_alt`. */
function textOf(block: string): string {
  const number = (name: string) => numberIn(block, name);
  const shutter = /\bshutter ?: ?1\/(\d+)/.exec(block)?.[1];
  const aperture = number('fnum');
  const iso = number('iso');
  const parts = [
    CLOCK.exec(block)?.[1],
    altitudeText(number('rel_alt') ?? number('altitude')),
    placeText(number('latitude'), number(LONGITUDE)),
    iso === null ? null : `ISO ${iso}`,
    shutter && `1/${shutter} s`,
    // In hundredths.
    aperture && `f/${aperture >= 100 ? aperture / 100 : aperture}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
