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

test('a photo of a drone says height above the start, pitch and that it has a position', () => {
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

test('without a height above the start the height above the sea is said', () => {
  expect(poseFacts({ ...nothing, altitude: 312.4 }, 'us')).toEqual(['1,025\u00A0ft above sea']);
});

test('what is not known is not said', () => {
  expect(poseFacts(nothing, 'us')).toEqual([]);
  expect(sizeFacts({ fileSize: 1024, width: null, height: null })).toBe('1 KB');
});

test('the time is the one at the site', () => {
  expect(clockText('2026-11-20T16:05:07Z', 'America/Chicago')).toBe('10:05:07 AM');
  expect(clockText('2026-11-20T03:05:07Z', 'America/Chicago', true)).toBe('Nov 19, 2026, 9:05 PM');
});

test.each([
  [5, '0:05'],
  [59.6, '1:00'],
  [3605, '60:05'],
])('%d seconds of video are shown as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
