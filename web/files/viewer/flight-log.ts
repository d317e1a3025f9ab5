import { notedNumber, notedPlace } from '#domain/flight-notes.ts';
import { altitudeText, type Units } from '#domain/units.ts';
import { placeText } from './file-facts.ts';
import { shownFiles, type ViewerFile } from './viewer-file.ts';

/** What a drone noted at a moment of its film, in words; `from` in seconds since it began. */
export type FlightMoment = { from: number; text: string };

const TIME = /(\d\d):(\d\d):(\d\d)[,.](\d{3}) -->/;
const CLOCK = /\d{4}[-.]\d\d?[-.]\d\d? (\d\d:\d\d:\d\d)/;

/** The moments of a film in the subtitles (SRT) that a DJI drone writes beside it, in their order. */
export function readFlightLog(log: string, units: Units): FlightMoment[] {
  return log.split(/\r?\n\r?\n/).flatMap((block) => {
    const time = TIME.exec(block);
    const text = textOf(block, units);
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
    const { latitude, longitude } = notedPlace(block);
    if (!longitude || !latitude) return [];
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [[longitude, latitude]] : [];
  });
  const step = Math.max(1, Math.ceil(places.length / MOST_PLACES));
  return places.filter((_, index) => index % step === 0 || index === places.length - 1);
}

/** Above takeoff, metres: `rel_alt` of newer drones, `altitude` of older ones, `BAROMETER` or `H` of the oldest. */
function altitudeIn(block: string): number | null {
  const named = notedNumber(block, 'rel_alt') ?? notedNumber(block, 'altitude');
  if (named !== null) return named;
  const found = /\b(?:BAROMETER ?:|H) ?(-?\d+(?:\.\d+)?)/.exec(block)?.[1];
  return found === undefined ? null : Number(found);
}

/** Newer drones write `[shutter : 1/640.0] [fnum : 280]`, older ones `Shutter:60 Fnum:2.2` or `SS 60, F/2.8`. */
function textOf(block: string, units: Units): string {
  const { latitude, longitude } = notedPlace(block);
  const iso = /\biso ?:? ?(\d+)/i.exec(block)?.[1];
  const shutter = /\b(?:shutter ?:|SS|TV:) ?(?:1\/)?([1-9]\d*)/i.exec(block)?.[1];
  const aperture = Number(/\b(?:fnum ?: ?F?|F\/)(\d+(?:\.\d+)?)/i.exec(block)?.[1] ?? 0);
  const parts = [
    CLOCK.exec(block)?.[1],
    altitudeText(altitudeIn(block), units),
    placeText(latitude, longitude),
    iso && `ISO ${iso}`,
    shutter && `1/${shutter} s`,
    // Newer ones in hundredths.
    aperture > 0 && `f/${aperture >= 100 ? aperture / 100 : aperture}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The way of the drone during a film; `id` is that of its file. Degrees of longitude and latitude, WGS 84. */
type Flight = { id: string; title: string; line: [number, number][] };

/** The flights of those films whose notes say where the drone was. Rejects with an Error in words. */
export async function loadFlights(files: readonly ViewerFile[]): Promise<Flight[]> {
  const flights = await Promise.all(
    shownFiles(files).map(async ({ id, title = '', flightLogUrl }): Promise<Flight> => {
      const line = flightLogUrl ? readFlightTrack(await textAt(flightLogUrl)) : [];
      return { id, title, line };
    }),
  );
  return flights.filter(({ line }) => line.length > 1);
}

async function textAt(url: string): Promise<string> {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) throw new Error('The flight data of a video cannot be loaded.');
  return answer.text();
}
