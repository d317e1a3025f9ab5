import { describe, expect, it } from 'vitest';
import {
  choosePhoto,
  chooseSubmission,
  sortSides,
  type Comparison,
  openComparison,
  type Photos,
  reasonOf,
  shownPair,
  stepComparison,
  rotationOf,
  replaceMissing,
} from './comparison.ts';
import { makeFile, makeSubmission } from '#test/fixtures/viewer-files.ts';

const submissions = ['w3', 'w2', 'empty', 'w1'].map((id) =>
  makeSubmission({ id, photoCount: id === 'empty' ? 0 : 3 }),
);
const at = (id: string, metersNorth: number) =>
  makeFile({
    id,
    latitude: 31.55 + metersNorth / 111_195,
    longitude: -97.14,
    gimbalYaw: 0,
    gimbalPitch: -30,
  });

/** Three viewpoints 100 m apart, captured in reverse order the week before. */
const photos: Photos = {
  before: [at('b3', 200), at('b2', 100), at('b1', 0)],
  after: [at('a1', 1), at('a2', 101), at('a3', 199)],
};
const comparison: Comparison = {
  before: { submissionId: 'w2', fileId: null },
  after: { submissionId: 'w3', fileId: null },
  isPaired: true,
};
const names = (of: Comparison | null, from: Photos = photos) => {
  if (!of) return null;
  const { before, after } = shownPair(of, from);
  return `${before?.id} ${after?.id}`;
};

describe('replaceMissing', () => {
  const left = (...gone: string[]) => submissions.filter(({ id }) => !gone.includes(id));

  it('changes nothing if both submissions exist', () => {
    expect(replaceMissing(comparison, submissions)).toBe(comparison);
  });
  it("keeps the remaining side's photo and adds a neighboring submission", () => {
    const chosen = { ...comparison, before: { submissionId: 'w2', fileId: 'b2' } };
    expect(replaceMissing(chosen, left('w3'))).toEqual({
      before: { submissionId: 'w1', fileId: null },
      after: { submissionId: 'w2', fileId: 'b2' },
      isPaired: true,
    });
  });
  it('starts over if both are missing, and returns null if none is left', () => {
    expect(replaceMissing(comparison, left('w2', 'w3'))?.after.submissionId).toBe('w1');
    expect(replaceMissing(comparison, [])).toBeNull();
  });
});

describe('openComparison', () => {
  it('compares the newest submission with the previous one', () => {
    expect(openComparison(submissions)).toEqual(comparison);
  });
  it('skips submissions without photos', () => {
    expect(openComparison(submissions, { submissionId: 'w2', fileId: 'x' })).toMatchObject({
      before: { submissionId: 'w1', fileId: null },
      after: { submissionId: 'w2', fileId: 'x' },
    });
  });
  it('compares the oldest submission with the next one', () => {
    expect(openComparison(submissions, { submissionId: 'w1', fileId: 'x' })).toMatchObject({
      before: { submissionId: 'w1', fileId: 'x' },
      after: { submissionId: 'w2', fileId: null },
    });
  });
  it('compares a single submission with itself', () => {
    expect(openComparison(submissions.slice(0, 1))).toMatchObject({
      before: { submissionId: 'w3' },
      after: { submissionId: 'w3' },
    });
  });
  it('returns null without photos', () => {
    expect(openComparison([makeSubmission({ photoCount: 0, videoCount: 1 })])).toBeNull();
  });
});

describe('shownPair', () => {
  it('starts with a pair of the same viewpoint', () => {
    expect(names(comparison)).toBe('b1 a1');
  });
  it('prefers a pair matched by position over the first in order', () => {
    const after = [at('elsewhere', 5000), at('a2', 101)];
    expect(names(comparison, { ...photos, after })).toBe('b2 a2');
  });
  it('starts with the first two photos of a single submission', () => {
    const same = { ...comparison, before: { submissionId: 'w3', fileId: null } };
    expect(names(same, { before: photos.after, after: photos.after })).toBe('a1 a2');
  });
  it('leaves a pane without photos empty', () => {
    expect(names(comparison, { before: [], after: photos.after })).toBe('undefined a1');
  });
});

describe('choosing a photo or submission', () => {
  it('changes both panes while paired', () => {
    expect(names(choosePhoto(comparison, 'after', 'a3', shownPair(comparison, photos)))).toBe(
      'b3 a3',
    );
    expect(names(choosePhoto(comparison, 'before', 'b2', shownPair(comparison, photos)))).toBe(
      'b2 a2',
    );
  });
  it('changes only one pane while not paired', () => {
    const free = { ...comparison, isPaired: false };
    expect(names(choosePhoto(free, 'after', 'a3', shownPair(free, photos)))).toBe('b1 a3');
  });
  it('shows the same viewpoint of another submission', () => {
    const shown = shownPair(comparison, photos);
    const older = chooseSubmission(comparison, 'before', 'w1', shown);
    expect(older.before.submissionId).toBe('w1');
    expect(names(older, { ...photos, before: [at('c2', 99), at('c1', 2)] })).toBe('c1 a1');
  });
  it("ignores the other side's submission while paired", () => {
    const second = choosePhoto(comparison, 'after', 'a2', shownPair(comparison, photos));
    const shown = shownPair(second, photos);
    expect(chooseSubmission(second, 'before', 'w3', shown)).toBe(second);
    const free = { ...second, isPaired: false };
    expect(chooseSubmission(free, 'before', 'w3', shown).before.submissionId).toBe('w3');
  });
  it('puts the earlier submission on the before side', () => {
    const middle = {
      ...comparison,
      before: { submissionId: 'w1', fileId: null },
      after: comparison.before,
    };
    const later = chooseSubmission(middle, 'before', 'w3', { before: null, after: at('b2', 100) });
    const swapped = sortSides(later, submissions);
    expect(swapped.before).toEqual({ submissionId: 'w2', fileId: 'b2' });
    expect(names(swapped)).toBe('b2 a2');
    expect(sortSides(swapped, submissions)).toBe(swapped);
  });
  it('keeps the photo if its submission is chosen again', () => {
    const free = choosePhoto(
      { ...comparison, isPaired: false },
      'before',
      'b3',
      shownPair(comparison, photos),
    );
    expect(chooseSubmission(free, 'before', 'w2', shownPair(free, photos))).toBe(free);
  });
});

describe('stepComparison', () => {
  it('steps both panes through the pairs and ends at the last', () => {
    const second = stepComparison(comparison, photos, 1);
    const third = second && stepComparison(second, photos, 1);
    expect([names(second), names(third)]).toEqual(['b2 a2', 'b3 a3']);
    expect(third && stepComparison(third, photos, 1)).toBeNull();
    expect(names(third && stepComparison(third, photos, -1))).toBe('b2 a2');
  });
  it('returns null before the first pair', () => {
    expect(stepComparison(comparison, photos, -1)).toBeNull();
  });
  it('keeps the distance between two freely chosen photos', () => {
    const free = choosePhoto(
      { ...comparison, isPaired: false },
      'before',
      'b3',
      shownPair(comparison, photos),
    );
    expect(names(stepComparison(free, photos, 1))).toBe('b2 a2');
  });
});

describe('reasonOf', () => {
  it('returns "position" for photos of the same place', () => {
    expect(reasonOf(comparison, photos)).toBe('position');
  });
  it('returns "order" for photos without positions', () => {
    const bare = { before: [makeFile({ id: 'b' })], after: [makeFile({ id: 'a' })] };
    expect(reasonOf(comparison, bare)).toBe('order');
  });
  it('returns null for photos that a person chose', () => {
    const free = { ...comparison, isPaired: false };
    expect(reasonOf(choosePhoto(free, 'after', 'a3', shownPair(free, photos)), photos)).toBeNull();
  });
});

describe('rotationOf', () => {
  const down = (id: string, flightYaw: number) =>
    makeFile({ id, latitude: 4.7, longitude: -74, gimbalPitch: -90, flightYaw });
  const straight: Photos = { before: [down('b1', 170)], after: [down('a1', -80)] };

  it('rotates the after photo to match the before photo', () => {
    expect(rotationOf(comparison, straight)).toBe(110);
  });
  it('does not rotate unpaired photos or photos paired by order', () => {
    expect(rotationOf({ ...comparison, isPaired: false }, straight)).toBe(0);
    const elsewhere = { ...straight, after: [{ ...down('a1', -80), latitude: 5 }] };
    expect(rotationOf(comparison, elsewhere)).toBe(0);
  });
});
