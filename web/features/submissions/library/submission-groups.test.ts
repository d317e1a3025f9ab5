import { expect, test } from 'vitest';
import type { StaffSubmission } from '#domain/submissions.ts';
import { groupSubmissions } from './submission-groups.ts';

const submission = (title: string, project: string, company: string): StaffSubmission => ({
  id: title,
  projectId: project,
  projectName: project,
  timeZone: 'America/Chicago',
  companyName: company,
  title,
  contentType: 'weekly_update',
  summary: null,
  contentText: null,
  recordedDate: null,
  publishedAt: null,
  googleDriveFolderUrl: null,
  photoCount: 0,
  videoCount: 0,
  fileCount: 0,
  cover: null,
  createdAt: '2026-11-20T12:00:00Z',
  clock: { flownAt: null, begunAt: '2026-11-20T12:00:00Z', publishedAt: null, pauses: [] },
  status: 'draft',
  publishAt: null,
  scheduleError: null,
  processingCount: 0,
  failedCount: 0,
  updatedAt: '2026-11-20T12:00:00Z',
});

const all = [
  submission('Week 2', 'Tower', 'Zenith'),
  submission('Week 1', 'Bridge 10', 'Acme'),
  submission('Week 1b', 'Bridge 2', 'Acme'),
  { ...submission('Week 1', 'Tower', 'Zenith'), id: 'x', status: 'published' as const },
];
const shape = (search: string, status: 'all' | 'published' = 'all') =>
  groupSubmissions(all, { search, status }).map(
    ({ projectName, submissions }) =>
      `${projectName}: ${submissions.map((s) => s.title).join(', ')}`,
  );

test('submissions stand under their project, by company and project, in the order they came', () => {
  expect(shape('')).toEqual(['Bridge 2: Week 1b', 'Bridge 10: Week 1', 'Tower: Week 2, Week 1']);
});

test('a search looks at title, project and company', () => {
  expect(shape('acme')).toHaveLength(2);
  expect(shape('tow')).toEqual(['Tower: Week 2, Week 1']);
  expect(shape('week 2')).toEqual(['Tower: Week 2']);
});

test('a status hides projects that have nothing in it', () => {
  expect(shape('', 'published')).toEqual(['Tower: Week 1']);
});
