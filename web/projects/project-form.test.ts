import { describe, expect, it } from 'vitest';
import { COMPLETION_BEFORE_START } from '#domain/projects.ts';
import { projectErrors, toProjectFields, toProjectValues } from './project-dialog.tsx';

const values = (more: object) => ({ ...toProjectValues(null), name: 'Tower', ...more });

describe('projectErrors', () => {
  it('accepts a project with only a name', () => {
    expect(projectErrors(values({}))).toEqual({});
  });
  it.each([
    [{ name: '  ' }, 'name', 'Project name is required.'],
    [
      { coordinates: '31.5' },
      'coordinates',
      'Please enter coordinates in format: latitude, longitude (e.g., 40.7128, -74.0060)',
    ],
    [{ coordinates: 'a, b' }, 'coordinates', 'Please enter valid numeric coordinates.'],
    [
      { coordinates: '91, 0' },
      'coordinates',
      'Latitude must be between -90 and 90, longitude between -180 and 180.',
    ],
    [
      { startDate: '2026-05-01', estimatedCompletionDate: '2026-04-30' },
      'estimatedCompletionDate',
      COMPLETION_BEFORE_START,
    ],
  ])('rejects %j', (wrong, field, message) => {
    expect(projectErrors(values(wrong))).toEqual({ [field]: message });
  });
});

it('sends coordinates as numbers, or null if the field is empty', () => {
  expect(toProjectFields(values({ coordinates: '31.5493, -97.1467' }))).toMatchObject({
    latitude: 31.5493,
    longitude: -97.1467,
  });
  expect(toProjectFields(values({ coordinates: ' ' }))).toMatchObject({
    latitude: null,
    longitude: null,
  });
});
