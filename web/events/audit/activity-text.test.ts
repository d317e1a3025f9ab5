import { expect, test, vi } from 'vitest';
import type { Activity } from '#domain/overview.ts';
import { activityText } from './activity-text.ts';

vi.mock('#web/lib/brand.ts', () => ({ brand: {} }));

const KIM = { kind: 'staff', id: 'kim', name: 'Kim Ito' };
const textFor = (action: string, subject: Partial<Activity['subject']>, count = 1) =>
  activityText({
    id: 1,
    at: '2026-11-22T12:00:00Z',
    actor: KIM,
    action,
    subject: { type: action.slice(0, action.indexOf('.')), id: 'x', name: null, ...subject },
    detail: {},
    count,
  })
    ?.filter(Boolean)
    .join(' ');

test.each([
  ['submission.published', { name: 'Week 12' }, 1, 'published Week 12'],
  ['project.created', { name: 'Depot' }, 1, 'created the project Depot'],
  ['share-link.disabled', { name: 'Depot' }, 1, 'disabled the share link Depot'],
  ['file.added', { name: 'a.jpg' }, 1, 'added a.jpg'],
  ['file.added', { name: 'a.jpg' }, 60, 'added 60 files'],
  ['submission.put-in-bin', { name: 'Week 12' }, 1, 'deleted Week 12'],
  ['file.put-in-bin', { name: 'a.jpg' }, 60, 'deleted 60 files'],
  ['project.restored-from-bin', { name: 'Depot' }, 1, 'restored the project Depot'],
  [
    'export.imported',
    { type: 'company', name: 'Baker & Sons' },
    1,
    'imported the company Baker & Sons',
  ],
  ['storage.nearly-full', {}, 1, 'found that the disk is nearly full'],
  ['storage.has-room', {}, 1, 'found that there is enough disk space again'],
  ['form-submission.sorted', {}, 1, 'changed the spam status of a form submission'],
  [
    'person.password-changed',
    { id: 'kim', name: 'Kim Ito' },
    1,
    'changed the password of their own account',
  ],
  ['person.created', { id: 'kim', name: 'Kim Ito' }, 1, 'created their own account'],
  ['person.created', { name: 'Ann' }, 1, 'created the account of Ann'],
  ['person.something-new', { name: 'Ann' }, 1, undefined],
])('describes %s of %o', (action, subject, count, text) => {
  expect(textFor(action, subject, count)).toBe(text);
});
