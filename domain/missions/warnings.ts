import { altitudeText, type Units } from '../units.ts';
import { CLEARANCE, HEIGHT_LIMIT, type LegSurface, type Mission, type Stop } from './plan.ts';
import type { Omitted, OmittedReason, Takeoff } from './points.ts';

const OMITTED: Record<OmittedReason, string> = {
  panorama: '360° photos are left out',
  'no-position': 'Left out because the position is unknown',
  'no-direction': 'Left out because the camera direction is unknown',
  'no-height': 'Left out because the height is unknown',
};

type Planned = {
  mission: Mission;
  stops: readonly Stop[];
  surfaces: readonly LegSurface[] | undefined;
  omitted: readonly Omitted[];
  takeoffs: readonly Takeoff[];
};

/** What the pilot should know before flying, most important first. */
export function missionWarnings(planned: Planned, units: Units): string[] {
  return [
    ...heightWarnings(planned, units),
    ...takeoffWarnings(planned, units),
    ...Object.entries(OMITTED).flatMap(([reason, text]) =>
      named(
        text,
        planned.omitted.filter((one) => one.reason === reason),
      ),
    ),
  ];
}

function heightWarnings({ mission, stops, surfaces }: Planned, units: Units): string[] {
  const text = (meters: number) => altitudeText(meters, units) ?? '';
  const gapOf = (stop: Stop, index: number) => {
    if (!surfaces) return stop.height;
    const below = surfaces[index]?.below ?? null;
    return below === null ? Infinity : stop.height - below;
  };
  const ground = surfaces ? 'the surface model' : 'takeoff';
  const withGap = (isWanted: (gap: number) => boolean) =>
    stops.filter((stop, index) => isWanted(gapOf(stop, index))).flatMap(({ points }) => points);
  const isUnmeasured = surfaces?.some(({ isComplete }) => !isComplete);
  return [
    ...(mission.highest > HEIGHT_LIMIT
      ? [
          `The route reaches ${text(mission.highest)} above takeoff. 14 CFR 107.51(b) allows 400 ft above the ground or above a structure within 400 ft.`,
        ]
      : []),
    ...named(
      `Below ${ground}`,
      withGap((gap) => gap < 0),
    ),
    ...named(
      `Less than ${text(CLEARANCE)} above ${ground}`,
      withGap((gap) => gap >= 0 && gap < CLEARANCE),
    ),
    ...(isUnmeasured
      ? [
          "The surface model doesn't cover the whole route. Elsewhere, the drone flies above the highest photo.",
        ]
      : []),
  ];
}

/** Meters. Smaller differences are the usual error of a GPS altitude. */
const NOTABLE_DIFFERENCE = 3;

function takeoffWarnings({ stops, takeoffs }: Planned, units: Units): string[] {
  const elevations = takeoffs.map(({ elevation }) => elevation);
  const [lowest, highest] = [Math.min(...elevations), Math.max(...elevations)];
  const text = (meters: number) => altitudeText(meters, units) ?? '';
  return [
    ...(highest - lowest > NOTABLE_DIFFERENCE
      ? [
          `Earlier flights took off at ${text(lowest)} to ${text(highest)}. Heights allow for that, but GPS altitudes can be several meters off.`,
        ]
      : []),
    ...named(
      'Uncertain height, because the earlier takeoff is unknown',
      stops.flatMap(({ points }) => points.filter(({ isCorrected }) => !isCorrected)),
    ),
  ];
}

const named = (text: string, those: readonly { name: string }[]): string[] =>
  those.length === 0 ? [] : [`${text}: ${those.map(({ name }) => name).join(', ')}`];
