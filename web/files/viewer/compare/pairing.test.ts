import { expect, it } from 'vitest';
import { makeFile } from '#test/fixtures/viewer-files.ts';
import {
  choosePhoto,
  chooseSubmission,
  sortSides,
  type Comparison,
  type Photos,
  shownPair,
} from './comparison.ts';
import { pairMessage, switchPaired } from './pairing.ts';
import type { ViewerFile } from '../viewer-file.ts';

const seen = (id: string, viewpointId: string) =>
  makeFile({ id, viewpointId, viewpointName: `Viewpoint ${viewpointId}` });
/** Only the later week has viewpoint 3. */
const photos: Photos = {
  before: [seen('b1', '1'), seen('b2', '2')],
  after: [seen('a1', '1'), seen('a2', '2'), seen('a3', '3')],
};
const free: Comparison = {
  before: { submissionId: 'w1', fileId: 'b1' },
  after: { submissionId: 'w2', fileId: 'a1' },
  isPaired: false,
};
const names = (of: Comparison, from = photos) => {
  const { before, after } = shownPair(of, from);
  return `${before?.id} ${after?.id}`;
};
const choose = (of: Comparison, side: 'before' | 'after', id: string) =>
  choosePhoto(of, side, id, shownPair(of, photos));

it('moves the other side to the viewpoint chosen last', () => {
  const here = switchPaired(choose(free, 'after', 'a2'), photos);
  expect([names(here), here.isPaired]).toEqual(['b2 a2', true]);
  expect(names(switchPaired(choose(free, 'before', 'b2'), photos))).toBe('b2 a2');
  const back = choose(choose(free, 'before', 'b2'), 'after', 'a3');
  expect(names(switchPaired(choose(back, 'before', 'b1'), photos))).toBe('b1 a1');
});
it('shows a message if the other week lacks the viewpoint', () => {
  const alone = switchPaired(choose(free, 'after', 'a3'), photos);
  expect(names(alone)).toBe('b1 a3');
  expect(pairMessage(alone, photos, false)).toBe('Viewpoint 3 has no photo in the other week');
  const one = { ...free, before: { submissionId: 'w2', fileId: 'a1' } };
  const week = { before: photos.after, after: photos.after };
  const same = switchPaired(choosePhoto(one, 'after', 'a3', shownPair(one, week)), week);
  expect(pairMessage(same, week, false)).toBe('Viewpoint 3 has no other photo in this week');
});
it('pairs and unpairs two photos of one viewpoint without changing them', () => {
  const twice = { ...photos, after: [...photos.after, seen('a4', '1')] };
  const second = choosePhoto(free, 'after', 'a4', shownPair(free, twice));
  const paired = switchPaired(second, twice);
  expect(names(paired, twice)).toBe('b1 a4');
  expect(switchPaired(paired, twice)).toMatchObject({ isPaired: false });
});
it('treats the photo that stays as chosen last, also after the sides swap', () => {
  const chosen = choose(free, 'before', 'b2');
  const next = chooseSubmission(chosen, 'before', 'w3', shownPair(chosen, photos));
  expect(next.last).toBe('after');
  expect(sortSides(next, [{ id: 'w3' }, { id: 'w2' }]).last).toBe('before');
});

const refused = { state: 'not-aligned', reason: 'no-match' } as const;
const north = makeFile({ id: 'north', viewpointId: 'n', alignment: refused });
const later = makeFile({ id: 'later', viewpointId: 'n' });
const south = makeFile({ id: 'south', viewpointId: 's' });
const unknown = makeFile({ id: 'unknown' });

/** The message for a pair that a person chose from two weeks that both have the viewpoints, or from a single week. */
const messageFor = (before: ViewerFile, after: ViewerFile, weeks = ['w1', 'w2']) =>
  pairMessage(
    {
      before: { submissionId: weeks[0] ?? '', fileId: before.id },
      after: { submissionId: weeks.at(-1) ?? '', fileId: after.id },
      isPaired: false,
    },
    {
      before: [before, makeFile({ id: 'b2', viewpointId: after.viewpointId })],
      after: [after, makeFile({ id: 'a2', viewpointId: before.viewpointId })],
    },
    false,
  );

it('reports different viewpoints', () => {
  expect(messageFor(later, south)).toBe('Different viewpoints');
  expect(messageFor(later, south, ['w1'])).toBe('Different viewpoints');
  expect(messageFor(unknown, south, ['w1'])).toBe('Different viewpoints');
});
it('reports the same photo on both sides, even if it is not aligned', () => {
  expect(messageFor(north, north, ['w1'])).toBe('Same photo');
});
it('reports why photos of one viewpoint are not aligned', () => {
  expect(messageFor(north, later)).toMatch(/^Not aligned/);
  expect(messageFor(later, makeFile({ id: 'third', viewpointId: 'n' }), ['w1'])).toBe(
    'Same viewpoint',
  );
});
it('shows no message if the viewpoints are unknown', () => {
  expect(messageFor(unknown, makeFile({ id: 'other' }), ['w1'])).toBe('');
});
