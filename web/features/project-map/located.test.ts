import { expect, it } from 'vitest';
import type { Project } from '#domain/projects.ts';
import { directionsUrl, markersOf } from './located.ts';

const project = (over: Partial<Project>) =>
  ({
    id: 'a',
    name: 'Depot',
    address: null,
    status: 'active',
    latitude: 0,
    longitude: 0,
    ...over,
  }) as Project;

it('marks what has coordinates, on the equator too', () => {
  const projects = [project({}), project({ id: 'b', latitude: null, longitude: null })];
  expect(markersOf(projects)).toEqual([
    { projectId: 'a', name: 'Depot', detail: 'active', latitude: 0, longitude: 0 },
  ]);
});

it('marks a sample when nothing has coordinates', () => {
  expect(markersOf([]).map(({ name }) => name)).toEqual(['Sample project']);
});

it('leads by the maps of the device', () => {
  const place = { latitude: 31.5, longitude: -97.1 };
  expect(directionsUrl(place, 'Mozilla/5.0 (iPhone)')).toBe(
    'https://maps.apple.com/?daddr=31.5%2C-97.1',
  );
  expect(directionsUrl(place, 'Mozilla/5.0 (Linux; Android 15)')).toContain(
    'destination=31.5%2C-97.1',
  );
});
