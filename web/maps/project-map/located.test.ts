import { expect, it } from 'vitest';
import type { Project } from '#domain/projects.ts';
import { directionsUrl, focusMessage, layersOf, markersOf } from './located.ts';

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

it('marks projects with coordinates, even on the equator', () => {
  const projects = [project({}), project({ id: 'b', latitude: null, longitude: null })];
  expect(markersOf(projects)).toEqual([
    { projectId: 'a', name: 'Depot', detail: 'active', latitude: 0, longitude: 0 },
  ]);
});

it('shows a sample marker if no project has coordinates', () => {
  expect(markersOf([]).map(({ name }) => name)).toEqual(['Sample project']);
});

it('names the day and project of each orthophoto', () => {
  const photo = {
    projectId: 'a',
    fileId: 'f',
    mediaUrl: '/media',
    day: '2026-03-03',
    bounds: { west: 5, south: 1, east: 6, north: 2 },
    minZoom: 1,
    maxZoom: 9,
  };
  const layers = layersOf(
    [project({ timeZone: 'America/Los_Angeles' })],
    [photo, { ...photo, projectId: 'b' }],
  );
  expect(layers.map(({ caption }) => caption)).toEqual(['Orthophoto from Mar 3, 2026 · Depot']);
});

it('zooms to the orthophotos of a project, otherwise to its coordinates', () => {
  const photo = (projectId: string, west: number) => {
    const bounds = { west, south: 1, east: west + 1, north: 2 };
    return {
      projectId,
      fileId: `${projectId} ${west}`,
      mediaUrl: '/media',
      day: '2026-11-09',
      bounds,
      minZoom: 1,
      maxZoom: 9,
    };
  };
  const photos = [photo('a', 5), photo('a', 7), photo('b', 50)];
  const bounds = { west: 5, south: 1, east: 8, north: 2 };
  const unplaced = { latitude: null, longitude: null };
  expect(focusMessage(project({}), photos)).toMatchObject({ latitude: 0, longitude: 0, bounds });
  expect(focusMessage(project({ id: 'c' }), photos)).toMatchObject({ zoom: 14, bounds: null });
  expect(focusMessage(project(unplaced), photos)).toMatchObject({ latitude: 1.5, longitude: 6.5 });
  expect(focusMessage(project(unplaced), [])).toBeNull();
});

it("opens directions in the device's maps app", () => {
  const place = { latitude: 31.5, longitude: -97.1 };
  expect(directionsUrl(place, 'Mozilla/5.0 (iPhone)')).toBe(
    'https://maps.apple.com/?daddr=31.5%2C-97.1',
  );
  expect(directionsUrl(place, 'Mozilla/5.0 (Linux; Android 15)')).toContain(
    'destination=31.5%2C-97.1',
  );
});
