import { expect, it } from 'vitest';
import atlas from 'us-atlas/counties-10m.json';
import { countyName, placeName } from './place-name.ts';

const named = new Map(
  atlas.objects.counties.geometries.map(({ id, properties }) => [
    id,
    countyName(id, properties.name),
  ]),
);

it.each([
  ['48309', 'McLennan County'],
  ['22071', 'Orleans Parish'],
  ['02090', 'Fairbanks North Star Borough'],
  ['02180', 'Nome Census Area'],
  ['02020', 'Anchorage'],
  ['51760', 'Richmond'],
  ['51159', 'Richmond County'],
  ['51036', 'Charles City County'],
  ['24510', 'Baltimore'],
  ['24005', 'Baltimore County'],
  ['32510', 'Carson City'],
  ['48507', 'Zavala County'],
  ['11001', 'District of Columbia'],
  ['72127', 'San Juan'],
])('names county %s %s', (fips, name) => {
  expect(named.get(fips)).toBe(name);
});

it('gives each county of a state its own name', () => {
  const all = [...named].map(([fips, name]) => `${fips.slice(0, 2)} ${name}`);
  // Many islands and lakes have several areas in the atlas.
  expect(new Set(all).size).toBe(named.size);
});

it('names a county with its state unless both are the same', () => {
  expect(placeName('McLennan County', 'Texas')).toBe('McLennan County, Texas');
  expect(placeName('Guam', 'Guam')).toBe('Guam');
  expect(placeName(undefined, 'Texas')).toBe('Texas');
  expect(placeName(undefined, undefined)).toBe('');
});
