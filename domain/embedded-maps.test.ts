import { expect, test } from 'vitest';
import {
  frameSources,
  MapAddress,
  mapAddressProblem,
  MapCoordinates,
  MapProviderInput,
} from './embedded-maps.ts';

test('both spellings of a provider are taken and one is kept', () => {
  expect(MapProviderInput.parse('mapsmadeeasy')).toBe('maps_made_easy');
  expect(MapProviderInput.parse('maps_made_easy')).toBe('maps_made_easy');
});

test('the address is taken out of code to paste', () => {
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
])('%j is no address of a map', (address) => {
  expect(MapAddress.safeParse(address).success).toBe(false);
});

test('an address is checked against the domains of its provider', () => {
  expect(mapAddressProblem('https://www.dronedeploy.com/app2/1', 'dronedeploy')).toBeNull();
  expect(mapAddressProblem('https://site.prpellr.com/1', 'propeller')).toBeNull();
  for (const other of ['https://dronedeploy.com.evil.example/', 'https://evildronedeploy.com/']) {
    expect(mapAddressProblem(other, 'dronedeploy')).toContain('dronedeploy.com');
    expect(mapAddressProblem(other, 'custom')).toBeNull();
  }
});

test('a page may frame the provider, or only the very host of an unknown one', () => {
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

test('coordinates are read as typed', () => {
  const position = { latitude: 40.7128, longitude: -74.006 };
  expect(MapCoordinates.parse('40.7128, -74.0060')).toEqual(position);
  expect(MapCoordinates.parse(position)).toEqual(position);
  expect(MapCoordinates.parse('')).toBeNull();
  expect(MapCoordinates.safeParse('91, 0').error?.issues[0]?.message).toBe(
    'Latitude must be between -90 and 90, longitude between -180 and 180.',
  );
});
