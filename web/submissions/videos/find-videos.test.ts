import { expect, test } from 'vitest';
import { staffSubmission as submission } from '#test/fixtures/staff-submission.ts';
import { findVideos } from './video-table.tsx';

const all = [
  submission('Week 2', 'Tower', 'Zenith'),
  submission('Week 1', 'Bridge 10', 'Acme'),
  submission('Week 1b', 'Bridge 2', 'Acme'),
  { ...submission('Week 1', 'Tower', 'Zenith'), id: 'x', status: 'published' as const },
];
const found = (search: string, status: 'all' | 'published' = 'all') =>
  findVideos(all, { search, status }).map(({ projectName, title }) => `${projectName}: ${title}`);

test('sorts videos by company and project, keeping the order within a project', () => {
  expect(found('')).toEqual([
    'Bridge 2: Week 1b',
    'Bridge 10: Week 1',
    'Tower: Week 2',
    'Tower: Week 1',
  ]);
});

test('searches title, project and company, and filters by status', () => {
  expect(found('acme')).toHaveLength(2);
  expect(found('tow')).toEqual(['Tower: Week 2', 'Tower: Week 1']);
  expect(found('week 2')).toEqual(['Tower: Week 2']);
  expect(found('', 'published')).toEqual(['Tower: Week 1']);
});
