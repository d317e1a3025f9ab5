import { readFlightTrack } from './flight-log.ts';
import { shownFiles, type ViewerFile } from './viewer-file.ts';

/** The way of the drone during a film; `id` is that of its file. Degrees of longitude and latitude, WGS 84. */
export type Flight = { id: string; title: string; line: [number, number][] };

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
