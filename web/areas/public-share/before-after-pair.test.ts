import { describe, expect, it } from 'vitest';
import type { SharedFile } from '#domain/files.ts';
import { firstPair } from './before-after-pair.ts';

const photo = (
  id: string,
  viewpointId: string,
  flightYaw: number,
  gimbalPitch = -90,
): SharedFile => ({
  id,
  submissionId: 'week',
  fileName: `${id}.jpg`,
  fileType: 'image/jpeg',
  fileSize: 1,
  kind: 'photo',
  photoType: null,
  lens: null,
  focalLength: null,
  equivalentFocalLength: null,
  part: null,
  raw: null,
  chapters: [],
  sortOrder: 1,
  viewpointId,
  viewpointName: null,
  viewpointOrder: null,
  alignment: null,
  mediaUrl: '/media',
  presets: [256],
  width: 4000,
  height: 3000,
  thumbhash: null,
  durationSeconds: null,
  capturedAt: null,
  latitude: null,
  longitude: null,
  gimbalYaw: null,
  gimbalPitch,
  flightYaw,
  cameraModel: null,
  originalUrl: null,
  errorMessage: null,
});

describe('firstPair', () => {
  const turned = [photo('a', 'v1', 0), photo('b', 'v1', 90)] as const;
  const ahead = [photo('c', 'v2', 0, -30), photo('d', 'v2', 0, -30)] as const;

  it('prefers a pair that lies alike as it is', () => {
    const shown = firstPair([turned[0], ahead[0]], [turned[1], ahead[1]]);
    expect(shown).toMatchObject({ before: { id: 'c' }, after: { id: 'd' }, turn: 0 });
  });
  it('turns the after photo where no other shows one place', () => {
    const shown = firstPair([turned[0]], [turned[1]]);
    expect(shown).toMatchObject({ after: { id: 'b' }, isSamePlace: true, turn: 90 });
  });
  it('turns nothing that shows two places', () => {
    const shown = firstPair([turned[0]], [{ ...turned[1], viewpointId: 'v3' }]);
    expect(shown).toMatchObject({ after: { id: 'b' }, isSamePlace: false, turn: 0 });
  });
  it('prefers a pair that is aligned', () => {
    const lying = (file: SharedFile): SharedFile => ({
      ...file,
      alignment: {
        state: 'aligned',
        matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        reference: 'a',
        parallax: 0,
      },
    });
    const shown = firstPair([ahead[0], lying(turned[0])], [ahead[1], lying(turned[1])]);
    expect(shown).toMatchObject({ before: { id: 'a' }, after: { id: 'b' } });
  });
  it('shows the newest photo alone until there is another', () => {
    expect(firstPair([], [turned[1]])).toMatchObject({ before: null, after: { id: 'b' }, turn: 0 });
  });
});
