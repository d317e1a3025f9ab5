import { expect, test } from 'vitest';
import { flightFacts, flightsIn, type FlightPhoto, type FlightRecord } from './flight-records.ts';

const PHOTO: FlightPhoto = {
  capturedAt: new Date('2026-11-24T15:02:00Z'),
  latitude: 31.52,
  longitude: -97.158,
  relativeAltitude: 60,
  aircraftModel: 'M3E',
  aircraftSerial: '1581F5',
  cameraSerial: 'C1',
  cameraMake: 'DJI',
  cameraModel: 'M3E',
  lens: 'wide',
  equivalentFocalLength: 24,
};
const DRONES = { aircraftModel: null, aircraftSerial: null, cameraModel: 'FC3170' } as const;

test('two drones on one visit are listed apart, and photos from a phone are left out', () => {
  const flights = flightsIn([
    { ...PHOTO, capturedAt: new Date('2026-11-24T15:40:00Z'), latitude: 31.521 },
    PHOTO,
    { ...PHOTO, lens: 'zoom', equivalentFocalLength: 162, relativeAltitude: 71.3 },
    { ...PHOTO, lens: 'zoom', equivalentFocalLength: 80 },
    // A stitched panorama without serial numbers belongs to the drone of its model.
    { ...PHOTO, aircraftSerial: null, cameraSerial: null, lens: 'panorama' },
    { ...PHOTO, ...DRONES, cameraSerial: 'C2', capturedAt: null },
    { ...PHOTO, relativeAltitude: null, cameraMake: 'Apple', cameraModel: 'iPhone 15' },
  ]);
  expect(flights).toEqual([
    {
      model: 'M3E',
      aircraftSerial: '1581F5',
      cameraSerial: 'C1',
      lenses: ['24 mm', 'zoom 80–162 mm', 'panorama 24 mm'],
      firstPhotoAt: '2026-11-24T15:02:00.000Z',
      lastPhotoAt: '2026-11-24T15:40:00.000Z',
      maxHeight: 71.3,
      maxDistance: expect.closeTo(110.9, 0) as number,
    },
    expect.objectContaining({ model: 'DJI FC3170', cameraSerial: 'C2', firstPhotoAt: null }),
  ]);
});

test('a camera without flight data counts if there is no drone, and nothing is invented', () => {
  const bare = { ...PHOTO, ...DRONES, cameraMake: null, cameraModel: null, cameraSerial: null };
  const flight = { ...bare, relativeAltitude: null, latitude: null, equivalentFocalLength: null };
  expect(flightsIn([flight])).toEqual([
    {
      model: null,
      aircraftSerial: null,
      cameraSerial: null,
      lenses: [],
      firstPhotoAt: '2026-11-24T15:02:00.000Z',
      lastPhotoAt: '2026-11-24T15:02:00.000Z',
      maxHeight: null,
      maxDistance: null,
    },
  ]);
  expect(flightsIn([])).toEqual([]);
});

test('the facts are in the units and the time of the site, and say what is not available', () => {
  const record: FlightRecord = {
    submissionId: crypto.randomUUID(),
    projectId: crypto.randomUUID(),
    timeZone: 'America/Chicago',
    units: 'us',
    pilotName: 'Ada Byron',
    certificate: '4123456',
    aircraft: null,
    airspaceClass: 'D',
    airspaceCeiling: 0,
    authorizationNumber: null,
    weather: null,
    metar: null,
    notes: null,
    flights: flightsIn([PHOTO, { ...PHOTO, ...DRONES, cameraSerial: null }]),
    isShownToClients: false,
  };
  const facts = flightFacts(record, 'us');
  const spaced = facts.map(([label, text]) => [label, text.replaceAll(/\s/g, ' ')]);
  expect(Object.fromEntries(spaced)).toMatchObject({
    Pilot: 'Ada Byron',
    'Part 107 certificate': '4123456',
    'Drone 1': 'M3E, serial number 1581F5',
    'First photo 1': 'Nov 24, 2026, 9:02 AM CST',
    'Maximum height 1': '197 ft above takeoff',
    'Maximum distance 1': '0 ft from the first photo',
    'Drone 2': 'DJI FC3170, serial number not available',
    Airspace: 'Class D, ceiling 0 ft above ground',
    Weather: 'Not available',
  });
  expect(facts.map(([label]) => label)).not.toContain('Notes');
});
