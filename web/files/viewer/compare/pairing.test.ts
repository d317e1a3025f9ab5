import { expect, it } from 'vitest';
import { makeFile } from '#test/fixtures/viewer-files.ts';
import { choosePhoto, chooseSubmission, inOrder } from './choosing.ts';
import { type Comparison, type Photos, shownPair } from './comparison.ts';
import { pairMessage } from './pair-message.ts';
import { switchPaired } from './pairing.ts';

const seen = (id: string, viewpointId: string) =>
  makeFile({ id, viewpointId, viewpointName: `Viewpoint ${viewpointId}` });
/** Viewpoint 3 is in the later week alone. */
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

it('brings the other side to the viewpoint that was chosen last', () => {
  const here = switchPaired(choose(free, 'after', 'a2'), photos);
  expect([names(here), here.isPaired]).toEqual(['b2 a2', true]);
  expect(names(switchPaired(choose(free, 'before', 'b2'), photos))).toBe('b2 a2');
  const back = choose(choose(free, 'before', 'b2'), 'after', 'a3');
  expect(names(switchPaired(choose(back, 'before', 'b1'), photos))).toBe('b1 a1');
});
it('says when the other week has no photo of it, and changes nothing', () => {
  const alone = switchPaired(choose(free, 'after', 'a3'), photos);
  expect(names(alone)).toBe('b1 a3');
  expect(pairMessage(alone, photos, false)).toBe('Viewpoint 3 has no photo in the other week');
  const one = { ...free, before: { submissionId: 'w2', fileId: 'a1' } };
  const week = { before: photos.after, after: photos.after };
  const same = switchPaired(choosePhoto(one, 'after', 'a3', shownPair(one, week)), week);
  expect(pairMessage(same, week, false)).toBe('Viewpoint 3 has no other photo in this week');
});
it('leaves two photos of one viewpoint as they are, and lets them go again', () => {
  const twice = { ...photos, after: [...photos.after, seen('a4', '1')] };
  const second = choosePhoto(free, 'after', 'a4', shownPair(free, twice));
  const paired = switchPaired(second, twice);
  expect(names(paired, twice)).toBe('b1 a4');
  expect(switchPaired(paired, twice)).toMatchObject({ isPaired: false });
});
it('takes what stays for chosen when a week is, also where the sides change places', () => {
  const chosen = choose(free, 'before', 'b2');
  const next = chooseSubmission(chosen, 'before', 'w3', shownPair(chosen, photos));
  expect(next.last).toBe('after');
  expect(inOrder(next, [{ id: 'w3' }, { id: 'w2' }]).last).toBe('before');
});
