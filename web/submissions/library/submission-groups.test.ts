import { expect, test } from 'vitest';
import type { LibraryPage } from '#domain/submissions.ts';
import { staffSubmission } from '#test/fixtures/staff-submission.ts';
import { groupSubmissions } from './use-library.ts';

const page = (titles: string[], tower: { total: number; found: number }): LibraryPage => ({
  submissions: titles.map((title) =>
    staffSubmission(title, title === 'Pier' ? 'Bridge' : 'Tower', 'Acme'),
  ),
  found: 4,
  projects: [
    { projectId: 'Bridge', total: 1, found: 1 },
    { projectId: 'Tower', ...tower },
  ],
});

test('merges a project across pages without duplicates, with its latest counts', () => {
  const groups = groupSubmissions([
    page(['Pier', 'Week 3', 'Week 2'], { total: 8, found: 2 }),
    page(['Week 2', 'Week 1'], { total: 9, found: 3 }),
  ]);
  expect(
    groups.map(({ projectName, submissions, total, found }) => [
      projectName,
      submissions.map(({ title }) => title),
      total,
      found,
    ]),
  ).toEqual([
    ['Bridge', ['Pier'], 1, 1],
    ['Tower', ['Week 3', 'Week 2', 'Week 1'], 9, 3],
  ]);
});
