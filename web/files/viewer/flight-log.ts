import { subtitleNumber, subtitlePosition } from '#domain/flight-subtitles.ts';
import { altitudeText, type Units } from '#domain/units.ts';
import { coordinatesText } from './file-facts.ts';
import { shownFiles, type ViewerFile } from './viewer-file.ts';

/** Flight data to show once the video reaches `from`, in seconds. */
export type FlightMoment = { from: number; text: string };

const TIME = /(\d\d):(\d\d):(\d\d)[,.](\d{3}) -->/;
const CLOCK = /\d{4}[-.]\d\d?[-.]\d\d? (\d\d:\d\d:\d\d)/;

/** Parses the subtitles (SRT) that a DJI drone records with a video. */
export function readFlightLog(log: string, units: Units): FlightMoment[] {
  return log.split(/\r?\n\r?\n/).flatMap((block) => {
    const time = TIME.exec(block);
    const text = momentText(block, units);
    if (!time || !text) return [];
    const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = time.slice(1).map(Number);
    return [{ from: hours * 3600 + minutes * 60 + seconds + thousandths / 1000, text }];
  });
}

/** The latest entry at or before this time in the video; null before the first. */
export function momentAt(moments: readonly FlightMoment[], seconds: number): FlightMoment | null {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle]?.from ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return moments[low - 1] ?? null;
}

const MAX_POINTS = 1000;

/**
 * Reads the drone's path from the same subtitles, reduced to MAX_POINTS. Skips entries without a GPS fix, which are
 * written as zeros.
 */
export function readFlightTrack(log: string): [longitude: number, latitude: number][] {
  const places = log.split(/\r?\n\r?\n/).flatMap((block): [number, number][] => {
    const { latitude, longitude } = subtitlePosition(block);
    if (!longitude || !latitude) return [];
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [[longitude, latitude]] : [];
  });
  const step = Math.max(1, Math.ceil(places.length / MAX_POINTS));
  return places.filter((_, index) => index % step === 0 || index === places.length - 1);
}

/** Meters above takeoff: `rel_alt` of newer drones, `altitude` of older ones, `BAROMETER` or `H` of the oldest. */
function altitudeIn(block: string): number | null {
  const named = subtitleNumber(block, 'rel_alt') ?? subtitleNumber(block, 'altitude');
  if (named !== null) return named;
  const found = /\b(?:BAROMETER ?:|H) ?(-?\d+(?:\.\d+)?)/.exec(block)?.[1];
  return found === undefined ? null : Number(found);
}

/** Newer drones write `[shutter : 1/640.0] [fnum : 280]`, older ones `Shutter:60 Fnum:2.2` or `SS 60, F/2.8`. */
function momentText(block: string, units: Units): string {
  const { latitude, longitude } = subtitlePosition(block);
  const iso = /\biso ?:? ?(\d+)/i.exec(block)?.[1];
  const shutter = /\b(?:shutter ?:|SS|TV:) ?(?:1\/)?([1-9]\d*)/i.exec(block)?.[1];
  const aperture = Number(/\b(?:fnum ?: ?F?|F\/)(\d+(?:\.\d+)?)/i.exec(block)?.[1] ?? 0);
  const parts = [
    CLOCK.exec(block)?.[1],
    altitudeText(altitudeIn(block), units),
    coordinatesText(latitude, longitude),
    iso && `ISO ${iso}`,
    shutter && `1/${shutter} s`,
    // Newer drones write hundredths.
    aperture > 0 && `f/${aperture >= 100 ? aperture / 100 : aperture}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** A drone's path during a video. `id` is the video file's ID; longitude and latitude are in degrees, WGS 84. */
type Flight = { id: string; title: string; line: [number, number][] };

/** Loads the flights of the videos that have position data. Rejects with an Error whose message is shown. */
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
  if (!answer?.ok) throw new Error("A video's flight data can't be loaded.");
  return answer.text();
}
