import { expect, it } from 'vitest';
import { makeFile } from '#test/fixtures/viewer-files.ts';
import type { ViewerFile } from '../viewer-file.ts';
import { pairMessage } from './pair-message.ts';

const refused = { state: 'not-aligned', reason: 'no-match' } as const;
const north = makeFile({ id: 'north', viewpointId: 'n', alignment: refused });
const later = makeFile({ id: 'later', viewpointId: 'n' });
const south = makeFile({ id: 'south', viewpointId: 's' });
const unknown = makeFile({ id: 'unknown' });

/** Two that a person put together, of two weeks that have both viewpoints, or of one week. */
const said = (before: ViewerFile, after: ViewerFile, weeks = ['w1', 'w2']) =>
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

it('says when two photos are of different viewpoints', () => {
  expect(said(later, south)).toBe('Different viewpoints');
  expect(said(later, south, ['w1'])).toBe('Different viewpoints');
  expect(said(unknown, south, ['w1'])).toBe('Different viewpoints');
});
it('says when both sides show the same photo, also one that cannot be aligned', () => {
  expect(said(north, north, ['w1'])).toBe('The same photo');
});
it('says why two photos of one viewpoint are not aligned, or that they are of one', () => {
  expect(said(north, later)).toMatch(/^Not aligned/);
  expect(said(later, makeFile({ id: 'third', viewpointId: 'n' }), ['w1'])).toBe('Same viewpoint');
});
it('is silent on photos whose viewpoints nobody knows', () => {
  expect(said(unknown, makeFile({ id: 'other' }), ['w1'])).toBe('');
});
