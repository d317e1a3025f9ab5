import { expect, test } from 'vitest';
import { proposeDay, proposeDraft } from './proposal.ts';
import { unreadPhoto } from './reading/read-photo.ts';

const draft = (id: string, recordedDate: string | null) => ({ id, title: id, recordedDate });
const DRAFTS = [draft('c', null), draft('b', '2026-11-24'), draft('a', '2026-11-24')];

test.each([
  ['2026-11-24', undefined, 'b'],
  ['2026-11-25', undefined, undefined],
  [null, undefined, undefined],
  ['2026-11-25', 'c', 'c'],
  ['2026-11-24', null, undefined],
  // Of another project.
  ['2026-11-25', 'x', undefined],
])('a visit of %s, for which %s was chosen, is added to %s', (day, chosen, expected) => {
  expect(proposeDraft(DRAFTS, day, chosen)?.id).toBe(expected);
});

test('a visit without photos is of the day of its films, if they say it', () => {
  const film = (takenAt: number) => ({
    ...unreadPhoto(new File([], 'a.mp4', { lastModified: 5 }), 'a.mp4'),
    takenAt,
  });
  const dayOf = (takenAt: number) =>
    proposeDay([film(takenAt)], 'America/Chicago', '2026-11-25').day;
  expect(dayOf(Date.parse('2026-11-24T02:00:00Z'))).toBe('2026-11-23');
  expect(dayOf(5)).toBe(null);
});
