import { z } from 'zod';
import { Certificate } from './accounts.ts';
import { dateTime } from './date-format.ts';
import { Id, Instant, optionalLine, optionalText } from './fields.ts';
import { distanceBetween } from './geodesy.ts';
import { groupBy } from './group-by.ts';
import { lensName, type LensFacts } from './lens.ts';
import { altitudeText, distanceText, type Units } from './units.ts';

export const AIRSPACE_CLASSES = ['B', 'C', 'D', 'E', 'G'] as const;

/** `airspaceCeiling`: feet above ground. `authorizationNumber`: of the LAANC authorization or waiver. */
export const FlightRecordChange = z
  .object({
    pilotName: optionalLine(200),
    certificate: Certificate,
    aircraft: optionalLine(200),
    airspaceClass: z.enum(AIRSPACE_CLASSES).nullable(),
    airspaceCeiling: z.int().min(0).max(60_000).nullable(),
    authorizationNumber: optionalLine(200),
    weather: optionalText(500),
    notes: optionalText(2000),
  })
  .partial();
export type FlightRecordChange = z.output<typeof FlightRecordChange>;

/** What the photos of one drone say. Meters; `maxHeight` above takeoff, `maxDistance` from the first photo. */
const DroneFlight = z.object({
  model: z.string().nullable(),
  aircraftSerial: z.string().nullable(),
  cameraSerial: z.string().nullable(),
  lenses: z.array(z.string()),
  firstPhotoAt: Instant.nullable(),
  lastPhotoAt: Instant.nullable(),
  maxHeight: z.number().nullable(),
  maxDistance: z.number().nullable(),
});
export type DroneFlight = z.infer<typeof DroneFlight>;

export const FlightRecord = z.object({
  submissionId: Id,
  projectId: Id,
  timeZone: z.string(),
  /** Of the project. */
  units: z.enum(['metric', 'us']),
  ...FlightRecordChange.required().shape,
  /** The raw report of the weather station. */
  metar: z.string().nullable(),
  flights: z.array(DroneFlight),
  isShownToClients: z.boolean(),
});
export type FlightRecord = z.infer<typeof FlightRecord>;

export type FlightPhoto = LensFacts & {
  capturedAt: Date | null;
  latitude: number | null;
  longitude: number | null;
  relativeAltitude: number | null;
  aircraftModel: string | null;
  aircraftSerial: string | null;
  cameraSerial: string | null;
  cameraMake: string | null;
  cameraModel: string | null;
};

const modelOf = ({ aircraftModel, cameraMake, cameraModel }: FlightPhoto) =>
  aircraftModel ?? ([cameraMake, cameraModel].filter(Boolean).join(' ') || null);

/** One per drone. Photos without a serial number count toward the first drone of their model. */
export function flightsIn(photos: readonly FlightPhoto[]): DroneFlight[] {
  // Otherwise, photos taken with a phone would be a second drone.
  const flown = photos.filter(({ relativeAltitude }) => relativeAltitude !== null);
  const sorted = (flown.length > 0 ? flown : photos).toSorted(
    (a, b) => (a.capturedAt?.getTime() ?? Infinity) - (b.capturedAt?.getTime() ?? Infinity),
  );
  const serialOf = (photo: FlightPhoto) => photo.aircraftSerial ?? photo.cameraSerial;
  const known = groupBy(sorted.filter(serialOf), modelOf);
  const keyOf = (photo: FlightPhoto) => {
    const [same] = known.get(modelOf(photo)) ?? [];
    return serialOf(photo) ?? (same ? serialOf(same) : modelOf(photo));
  };
  return [...groupBy(sorted, keyOf).values()].map(flightOf);
}

function flightOf(photos: readonly FlightPhoto[]): DroneFlight {
  const first = <Value>(read: (photo: FlightPhoto) => Value | null): Value | null =>
    photos.map(read).find((value) => value !== null) ?? null;
  const times = photos.flatMap(({ capturedAt }) => capturedAt?.toISOString() ?? []);
  const places = photos.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [[longitude, latitude] as const],
  );
  const [start] = places;
  const most = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : null);
  return {
    model: first(modelOf),
    aircraftSerial: first((photo) => photo.aircraftSerial),
    cameraSerial: first((photo) => photo.cameraSerial),
    lenses: lensesOf(photos),
    firstPhotoAt: times[0] ?? null,
    lastPhotoAt: times.at(-1) ?? null,
    maxHeight: most(photos.flatMap(({ relativeAltitude }) => relativeAltitude ?? [])),
    maxDistance: start ? most(places.map((place) => distanceBetween(start, place))) : null,
  };
}

/** For example, '24 mm' and 'zoom 56-224 mm', as equivalents for 35 mm film. */
function lensesOf(photos: readonly FlightPhoto[]): string[] {
  return [...groupBy(photos, lensName)].flatMap(([name, of]) => {
    const lengths = of.flatMap(({ equivalentFocalLength }) => equivalentFocalLength ?? []);
    const ends = [...new Set([Math.min(...lengths), Math.max(...lengths)].map(Math.round))];
    const range = lengths.length > 0 ? `${ends.join('–')} mm` : null;
    return [name, range].filter(Boolean).join(' ') || [];
  });
}

const NOT_AVAILABLE = 'Not available';

type Fact = [label: string, text: string];

/** Rows for screens, the report and the evidence pack. */
export function flightFacts(record: FlightRecord, units: Units): Fact[] {
  const { flights, timeZone, airspaceClass, airspaceCeiling } = record;
  const airspace = [
    airspaceClass && `Class ${airspaceClass}`,
    airspaceCeiling !== null && `ceiling ${airspaceCeiling} ft above ground`,
  ].filter(Boolean);
  return [
    ['Pilot', record.pilotName ?? NOT_AVAILABLE],
    ...given('Part 107 certificate', record.certificate),
    ...given('Aircraft', record.aircraft),
    ...flights.flatMap((flight, index) =>
      droneFacts(flight, flights.length > 1 ? ` ${index + 1}` : '', { units, timeZone }),
    ),
    ['Airspace', airspace.join(', ') || NOT_AVAILABLE],
    ...given('Authorization', record.authorizationNumber),
    ['Weather', record.weather ?? NOT_AVAILABLE],
    ...given('METAR', record.metar),
    ...given('Notes', record.notes),
  ];
}

const given = (label: string, text: string | null): Fact[] => (text ? [[label, text]] : []);

function droneFacts(
  flight: DroneFlight,
  number: string,
  { units, timeZone }: { units: Units; timeZone: string },
): Fact[] {
  const { model, aircraftSerial, cameraSerial, lenses, maxDistance } = flight;
  const serial = aircraftSerial
    ? `serial number ${aircraftSerial}`
    : cameraSerial
      ? `camera serial number ${cameraSerial}`
      : 'serial number not available';
  const time = (at: string | null) => at && dateTime(at, timeZone);
  const height = altitudeText(flight.maxHeight, units);
  return [
    [`Drone${number}`, `${model ?? 'Unknown model'}, ${serial}`],
    ...given(`Lens${number}`, lenses.join(', ')),
    ...given(`First photo${number}`, time(flight.firstPhotoAt)),
    ...given(`Last photo${number}`, time(flight.lastPhotoAt)),
    [`Maximum height${number}`, height ? `${height} above takeoff` : NOT_AVAILABLE],
    ...given(
      `Maximum distance${number}`,
      maxDistance === null ? null : `${distanceText(maxDistance, units)} from the first photo`,
    ),
  ];
}
