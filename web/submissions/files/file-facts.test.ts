import { expect, test } from 'vitest';
import { clockText, durationText, poseFacts, sizeFacts } from './file-facts.ts';

const nothing = {
  relativeAltitude: null,
  altitude: null,
  gimbalPitch: null,
  gimbalYaw: null,
  latitude: null,
  longitude: null,
  durationSeconds: null,
};

test('describes a drone photo by height above takeoff, pitch and GPS', () => {
  const pose = {
    ...nothing,
    relativeAltitude: 80.2,
    gimbalPitch: -45.1,
    latitude: 0,
    longitude: 0,
  };
  const file = { ...pose, altitude: 300 };
  expect(poseFacts(file, 'us')).toEqual(['263\u00A0ft', 'pitch −45°', 'GPS']);
  expect(poseFacts(file, 'metric')).toEqual(['80\u00A0m', 'pitch −45°', 'GPS']);
});

test('shows the height above sea level if the height above takeoff is unknown', () => {
  expect(poseFacts({ ...nothing, altitude: 312.4 }, 'us')).toEqual([
    '1,025\u00A0ft above sea level',
  ]);
});

test('leaves out unknown facts', () => {
  expect(poseFacts(nothing, 'us')).toEqual([]);
  expect(sizeFacts({ fileSize: 1024, width: null, height: null })).toBe('1 KB');
});

test('shows times in the time zone of the site', () => {
  expect(clockText('2026-11-20T16:05:07Z', 'America/Chicago')).toBe('10:05:07 AM');
  expect(clockText('2026-11-20T03:05:07Z', 'America/Chicago', true)).toBe('Nov 19, 2026, 9:05 PM');
});

test.each([
  [5, '0:05'],
  [59.6, '1:00'],
  [3605, '60:05'],
])('shows %d seconds as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
