import { expect, test } from 'vitest';
import { exportAddress, toQuery, WHOLE_INBOX } from './inbox-controls.tsx';

test('leaves out an empty search', () => {
  expect(toQuery({ ...WHOLE_INBOX, search: '  ' })).toEqual({
    sort: 'newest',
    filter: 'all',
    page: 0,
  });
  expect(toQuery({ ...WHOLE_INBOX, search: ' ada ' }).search).toBe('ada');
});

test('the export contains all pages of the selection', () => {
  const choice = {
    search: 'A & B',
    sort: 'oldest',
    filter: 'spam',
    stage: 'won',
    page: 3,
  } as const;
  expect(exportAddress(choice)).toBe(
    '/api/operator/form-submissions/export?sort=oldest&filter=spam&stage=won&search=A+%26+B',
  );
});
