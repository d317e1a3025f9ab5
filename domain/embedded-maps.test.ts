import { expect, test } from 'vitest';
import {
  frameSources,
  MapAddress,
  mapAddressProblem,
  MapCoordinates,
  MapProviderInput,
} from './embedded-maps.ts';

test('accepts both spellings of a provider and stores one', () => {
  expect(MapProviderInput.parse('mapsmadeeasy')).toBe('maps_made_easy');
  expect(MapProviderInput.parse('maps_made_easy')).toBe('maps_made_easy');
});

test('extracts the URL from pasted iframe code', () => {
  const code = '<iframe width="600" src="https://www.dronedeploy.com/a?x=1&amp;y=2" allow="vr">';
  expect(MapAddress.parse(`${code}</iframe>`)).toBe('https://www.dronedeploy.com/a?x=1&y=2');
  expect(MapAddress.parse(' ')).toBeNull();
});

test.each([
  'http://maps.example/1',
  'javascript:alert(1)',
  'https://user:secret@maps.example/',
  'https://maps.example/a b',
  'https://',
  'https://maps.example;script-src/',
  'https://maps.example,b.example/',
  'https://*.example/',
])('rejects %j as a map URL', (address) => {
  expect(MapAddress.safeParse(address).success).toBe(false);
});

test('checks a URL against the domains of its provider', () => {
  expect(mapAddressProblem('https://www.dronedeploy.com/app2/1', 'dronedeploy')).toBeNull();
  expect(mapAddressProblem('https://site.prpellr.com/1', 'propeller')).toBeNull();
  for (const other of ['https://dronedeploy.com.evil.example/', 'https://evildronedeploy.com/']) {
    expect(mapAddressProblem(other, 'dronedeploy')).toContain('dronedeploy.com');
    expect(mapAddressProblem(other, 'custom')).toBeNull();
  }
});

test('a page may frame a known provider, or only the exact host of an unknown one', () => {
  expect(frameSources('https://x.pix4d.com/1', 'pix4d')).toEqual([
    'https://pix4d.com',
    'https://*.pix4d.com',
  ]);
  expect(frameSources('https://maps.example:8443/1', 'custom')).toEqual([
    'https://maps.example:8443',
  ]);
  expect(frameSources('https://[2001:db8::1]/1', 'custom')).toEqual(['https://[2001:db8::1]']);
  expect(frameSources('https://a.example;script-src', 'custom')).toEqual(["'none'"]);
});

test('reads typed coordinates', () => {
  const position = { latitude: 40.7128, longitude: -74.006 };
  expect(MapCoordinates.parse('40.7128, -74.0060')).toEqual(position);
  expect(MapCoordinates.parse(position)).toEqual(position);
  expect(MapCoordinates.parse('')).toBeNull();
  expect(MapCoordinates.safeParse('91, 0').error?.issues[0]?.message).toBe(
    'Latitude must be between -90 and 90, longitude between -180 and 180.',
  );
});
