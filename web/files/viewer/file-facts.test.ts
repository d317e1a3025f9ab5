import { expect, it } from 'vitest';
import { factsOf } from './file-facts.ts';
import { makeFile } from '#test/fixtures/viewer-files.ts';

const file = makeFile({
  capturedAt: '2026-11-14T18:05:00Z',
  cameraModel: 'FC3582',
  relativeAltitude: 60.2,
  gimbalYaw: -45,
  gimbalPitch: -30.4,
  latitude: 31.5493,
  longitude: -97.14667,
  sha256: 'abc',
});
const facts = (of: typeof file) =>
  Object.fromEntries(factsOf(of, { timeZone: 'America/Chicago', units: 'us' }));

it('lists the facts of a photo, with the local time at the site', () => {
  expect(facts(file)).toEqual({
    Taken: 'Nov 14, 2026, 12:05 PM CST',
    Camera: 'FC3582',
    Altitude: '198\u00A0ft above takeoff',
    Direction: 'northwest (315°), 30° down',
    Location: '31.54930° N, 97.14667° W',
    'File name': 'DJI_0001.JPG',
    'File size': '7.6 MB',
    Dimensions: '4000 × 3000 pixels',
    'SHA-256': 'abc',
  });
});
it('omits facts that visitors do not receive', () => {
  expect(Object.keys(facts(makeFile()))).toEqual(['File name', 'File size', 'Dimensions']);
});
