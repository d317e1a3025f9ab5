import { expect, test } from 'vitest';
import { proposeValues } from './create-submission.tsx';

const NOW = new Date('2026-11-24T12:00:00Z');
const project = { startDate: '2026-11-01', timeZone: 'America/Chicago' };

test('proposes a project update first, then the type of the latest submission', () => {
  const typeOf = (...list: Parameters<typeof proposeValues>[1]) =>
    proposeValues(project, list, NOW).contentType;
  expect(typeOf()).toBe('project_update');
  expect(
    typeOf({ title: 'Week 2', contentType: '2d_map' }, { title: 'Week 1', contentType: 'news' }),
  ).toBe('2d_map');
  expect(proposeValues(undefined, [], NOW)).toEqual({ title: '', contentType: 'project_update' });
});
