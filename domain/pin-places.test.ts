import { describe, expect, it } from 'vitest';
import { compose, type Homography, IDENTITY, inverse, mapPoint } from './homography.ts';
import { placeOn, type PlacedPhoto } from './pin-places.ts';

const SIZE = { width: 4000, height: 3000 };

const photo = (id: string, matrix: Homography | null, reference = 'r'): PlacedPhoto => ({
  id,
  ...SIZE,
  alignment: matrix && { state: 'aligned', matrix: [...matrix], reference, parallax: 0 },
});

/** The same numbers in every run. */
function randomNumbers(seed: number) {
  let state = seed;
  return (from: number, to: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return from + (state / 2 ** 32) * (to - from);
  };
}

describe('a pin on another photo of its viewpoint', () => {
  const middle = { x: 0.5, y: 0.5 };

  it('stays where it is on its own photo, aligned or not', () => {
    expect(placeOn(photo('a', null), middle, photo('a', null))).toEqual(middle);
    expect(placeOn(photo('a', IDENTITY), middle, photo('b', IDENTITY))).toEqual(middle);
  });

  it('moves with the photo', () => {
    const moved = photo('b', [1, 0, 400, 0, 1, -300, 0, 0, 1]);
    const at = placeOn(photo('a', IDENTITY), middle, moved);
    expect(at).toEqual({ x: expect.closeTo(0.4), y: expect.closeTo(0.6) });
  });

  it('is at most 3 pixels off at a width of 2048, for 20 random cameras', () => {
    const random = randomNumbers(51);
    const camera = (): Homography => {
      const [angle, scale] = [random(-0.2, 0.2), random(0.8, 1.25)];
      const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
      const shift = () => random(-300, 300);
      const tilt = () => random(-2e-5, 2e-5);
      return [cos, -sin, shift(), sin, cos, shift(), tilt(), tilt(), 1];
    };
    for (let run = 0; run < 20; run++) {
      const [first, second] = [camera(), camera()];
      const truth = mapPoint(compose(inverse(second), first), [2000, 1500]);
      // As stored: each number with 9 digits.
      const stored = (matrix: Homography) =>
        matrix.map((number) => Number(number.toPrecision(9))) as unknown as Homography;
      const at = placeOn(photo('a', stored(first)), middle, photo('b', stored(second)));
      if (typeof at === 'string') throw new Error(at);
      const off = Math.hypot(at.x * SIZE.width - truth[0], at.y * SIZE.height - truth[1]);
      expect((off * 2048) / SIZE.width).toBeLessThan(3);
    }
  });

  it('is not placed without a common alignment', () => {
    const own = photo('a', IDENTITY);
    expect(placeOn(own, middle, photo('b', null))).toBe('unplaced');
    expect(placeOn(own, middle, photo('b', IDENTITY, 'other'))).toBe('unplaced');
    expect(placeOn({ ...own, width: null }, middle, photo('b', IDENTITY))).toBe('unplaced');
  });

  it('is outside if the other photo ends before it or was taken in front of it', () => {
    const beyond = photo('b', [1, 0, 2500, 0, 1, 0, 0, 0, 1]);
    expect(placeOn(photo('a', IDENTITY), middle, beyond)).toBe('outside');
    const behind = photo('a', [1, 0, 0, 0, 1, 0, -1e-3, 0, 1]);
    expect(placeOn(behind, middle, photo('b', IDENTITY))).toBe('outside');
  });
});
