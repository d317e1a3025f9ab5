import { altitudeText, type Units } from '../units.ts';
import { batteriesFor, CLEARANCE, HEIGHT_LIMIT, type Mission, type Stop } from './plan.ts';
import type { Takeoff } from './points.ts';
import type { Surface } from './surface.ts';

type Planned = {
  mission: Mission | null;
  stops: readonly Stop[];
  surface: Surface | undefined;
  omitted: readonly { name: string }[];
  takeoffs: readonly Takeoff[];
};

/** Meters. Smaller differences are the usual error of a GPS altitude. */
const NOTABLE_DIFFERENCE = 3;

/** What the pilot should know before flying, most important first. */
export function missionWarnings(
  { mission, stops, surface, omitted, takeoffs }: Planned,
  units: Units,
): string[] {
  const text = (meters: number) => altitudeText(meters, units) ?? '';
  const ground = surface ? 'the surface model' : 'takeoff';
  const gapOf = ({ height }: Stop, index: number) =>
    surface ? height - (surface.below[index] ?? -Infinity) : height;
  const withGap = (isWanted: (gap: number) => boolean) =>
    stops.filter((stop, index) => isWanted(gapOf(stop, index))).flatMap(({ points }) => points);
  const points = stops.flatMap((stop) => stop.points);
  const elevations = takeoffs.map(({ elevation }) => elevation);
  const [lowest, highest] = [Math.min(...elevations), Math.max(...elevations)];
  return [
    mission && mission.highest > HEIGHT_LIMIT
      ? `The route reaches ${text(mission.highest)} above takeoff. 14 CFR 107.51(b) allows 400 ft above the ground or above a structure within 400 ft.`
      : null,
    named(
      `Below ${ground}`,
      withGap((gap) => gap < 0),
    ),
    named(
      `Less than ${text(CLEARANCE)} above ${ground}`,
      withGap((gap) => gap >= 0 && gap < CLEARANCE),
    ),
    surface?.isComplete === false
      ? "The surface model doesn't cover the whole route. The drone flies above the highest photo, too."
      : null,
    mission && batteriesFor(mission) > 1
      ? 'The flight takes more than one battery. Plan where to land, or fly fewer viewpoints at a time.'
      : null,
    highest - lowest > NOTABLE_DIFFERENCE
      ? `Earlier flights took off at ${text(lowest)} to ${text(highest)}. Heights allow for that, but GPS altitudes can be several meters off.`
      : null,
    named(
      'Uncertain height, because the takeoff of the photo is unknown. Take off where you did then',
      points.filter(({ isCorrected }) => !isCorrected),
    ),
    named(
      'Left out, because the photo is a 360° photo or has no position, direction or height',
      omitted,
    ),
  ].filter((warning) => warning !== null);
}

const named = (text: string, those: readonly { name: string }[]): string | null =>
  those.length === 0 ? null : `${text}: ${those.map(({ name }) => name).join(', ')}`;
