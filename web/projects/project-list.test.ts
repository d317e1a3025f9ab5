import { expect, it } from 'vitest';
import type { Project } from '#domain/projects.ts';
import { chooseProjects, type ProjectChoice } from './project-list.ts';

const project = (name: string, more: Partial<Project> = {}): Project => ({
  id: '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11',
  companyId: '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a12',
  companyCode: 'DEMO001',
  companyName: 'Demo',
  name,
  description: null,
  address: null,
  status: 'active',
  startDate: null,
  estimatedCompletionDate: null,
  latitude: null,
  longitude: null,
  timeZone: 'America/Chicago',
  units: 'us',
  showsFlightRecords: false,
  isManaged: false,
  submissionCount: 0,
  lastPublishedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});

const PROJECTS = [
  project('Tower', {
    createdAt: '2026-03-01T00:00:00Z',
    startDate: '2025-05-01',
    status: 'planning',
  }),
  project('Bridge', { createdAt: '2026-05-01T00:00:00Z', address: '12 Tower Road' }),
  project('annex', {
    createdAt: '2026-04-01T00:00:00Z',
    startDate: '2026-02-01',
    status: 'on_hold',
  }),
];
const foundNames = (choice: Partial<ProjectChoice>) =>
  chooseProjects(PROJECTS, { search: '', status: 'all', sort: 'recent', ...choice }).map(
    ({ name }) => name,
  );

it('lists the newest projects first by default', () => {
  expect(foundNames({})).toEqual(['Bridge', 'annex', 'Tower']);
});

it('searches names and addresses, ignoring case', () => {
  expect(foundNames({ search: ' TOWER ' })).toEqual(['Bridge', 'Tower']);
});

it('filters projects by status', () => {
  expect(foundNames({ status: 'on_hold' })).toEqual(['annex']);
  expect(foundNames({ status: 'cancelled' })).toEqual([]);
});

it('sorts by name, by status, or by latest start date with unknown dates last', () => {
  expect(foundNames({ sort: 'name' })).toEqual(['annex', 'Bridge', 'Tower']);
  expect(foundNames({ sort: 'status' })).toEqual(['Bridge', 'annex', 'Tower']);
  expect(foundNames({ sort: 'start_date' })).toEqual(['annex', 'Tower', 'Bridge']);
});
