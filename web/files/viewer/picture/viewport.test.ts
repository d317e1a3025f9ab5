import { describe, expect, it } from 'vitest';
import {
  fitToPane,
  positionOf,
  reduceViewport,
  START,
  transformOf,
  type Viewport,
  type ViewportAction,
} from './viewport.ts';

/** A pane of 800 × 600 filled exactly by its picture. */
const filled: Viewport = {
  ...START,
  pane: { width: 800, height: 600 },
  pictures: [{ width: 4000, height: 3000 }],
};
const run = (view: Viewport, ...actions: ViewportAction[]) => actions.reduce(reduceViewport, view);
const zoomIn: ViewportAction = { type: 'zoom', factor: 1.5 };

describe('zooming', () => {
  it('multiplies the scale by 1.5 at each step', () => {
    expect(run(filled, zoomIn).scale).toBe(1.5);
    expect(run(filled, zoomIn, zoomIn).scale).toBe(2.25);
  });
  it('stops at 5 and 0.1', () => {
    expect(run(filled, { type: 'zoom', factor: 100 }).scale).toBe(5);
    expect(run(filled, { type: 'zoom', factor: 0.001 }).scale).toBe(0.1);
  });
  it.each([1.5, 1 / 1.5, Math.exp(0.2), Math.exp(-0.2), 1.07])(
    'returns to exactly 1 in steps of %f',
    (factor) => {
      const steps = Array.from({ length: 60 }, () => ({ type: 'zoom', factor }) as const);
      const back = steps.map((action) => ({ ...action, factor: 1 / factor }));
      const end = run(filled, ...steps);
      const scales = back.map((_, i) => run(end, ...back.slice(0, i + 1)).scale);
      expect(scales.filter((scale) => scale === 1)).toHaveLength(1);
    },
  );
  it('can skip 1 with a larger step', () => {
    const half = run(filled, { type: 'zoom', factor: 0.5 });
    expect(run(half, { type: 'zoom', factor: 4.5 }).scale).toBe(2.25);
  });
  it('keeps the point under the pointer in place', () => {
    const before = run(filled, { type: 'zoom', factor: 2 }, { type: 'pan', dx: 40, dy: -30 });
    const after = run(before, { type: 'zoom', factor: 1.5, x: 120, y: 80 });
    const onPicture = (view: Viewport) => [(120 - view.x) / view.scale, (80 - view.y) / view.scale];
    expect(onPicture(after)[0]).toBeCloseTo(onPicture(before)[0] ?? Number.NaN, 9);
    expect(onPicture(after)[1]).toBeCloseTo(onPicture(before)[1] ?? Number.NaN, 9);
  });
  it('centers the picture at 1 and below', () => {
    const view = run(
      filled,
      zoomIn,
      { type: 'pan', dx: 90, dy: 50 },
      { type: 'zoom', factor: 1 / 1.5 },
    );
    expect(view).toMatchObject({ scale: 1, x: 0, y: 0 });
  });
  it('returns to 1 on reset and keeps the rotation', () => {
    const view = run(
      filled,
      { type: 'rotate' },
      zoomIn,
      { type: 'pan', dx: 9, dy: 9 },
      { type: 'reset' },
    );
    expect(view).toMatchObject({ scale: 1, x: 0, y: 0, rotation: 90 });
  });
  it('resets zoom and rotation for another picture', () => {
    expect(run(filled, zoomIn, { type: 'rotate' }, { type: 'restart' })).toEqual(filled);
  });
});

describe('panning', () => {
  it('does nothing at scale 1', () => {
    expect(run(filled, { type: 'pan', dx: 60, dy: 30 })).toEqual(filled);
  });
  it('moves the picture above scale 1', () => {
    expect(run(filled, zoomIn, { type: 'pan', dx: 60, dy: 30 })).toMatchObject({ x: 60, y: 30 });
  });
  it('stops at the edge of the picture', () => {
    const view = run(filled, { type: 'zoom', factor: 2 }, { type: 'pan', dx: 5000, dy: -5000 });
    expect(view).toMatchObject({ x: 400, y: -300 });
  });
  it('centers a picture narrower than the pane', () => {
    const tall = { ...filled, pictures: [{ width: 1000, height: 3000 }] };
    const view = run(tall, { type: 'zoom', factor: 2 }, { type: 'pan', dx: 100, dy: 100 });
    expect(view).toMatchObject({ x: 0, y: 100 });
  });
  it('stops at the edge of the larger of two pictures', () => {
    const two = {
      ...filled,
      pictures: [
        { width: 1000, height: 3000 },
        { width: 4000, height: 3000 },
      ],
    };
    const view = run(two, { type: 'zoom', factor: 2 }, { type: 'pan', dx: 5000, dy: 0 });
    expect(view.x).toBe(400);
  });
  it('moves the picture back into view when the pane grows', () => {
    const view = run(
      filled,
      { type: 'zoom', factor: 2 },
      { type: 'pan', dx: 400, dy: 300 },
      { type: 'measure', pane: { width: 1600, height: 600 } },
    );
    expect(view).toMatchObject({ x: 0, y: 300 });
  });
});

describe('rotating', () => {
  it('rotates by 90 degrees', () => {
    const rotate: ViewportAction = { type: 'rotate' };
    const turns = [1, 2, 3, 4].map(
      (count) => run(filled, ...Array.from({ length: count }, () => rotate)).rotation,
    );
    expect(turns).toEqual([90, 180, 270, 0]);
  });
  it('keeps the center of the view', () => {
    const view = run(
      filled,
      { type: 'zoom', factor: 4 },
      { type: 'pan', dx: 100, dy: 40 },
      { type: 'rotate' },
    );
    expect(view).toMatchObject({ x: -40, y: 100 });
  });
});

describe('fitToPane', () => {
  const pane = { width: 800, height: 600 };
  it('fits the picture into the pane', () => {
    expect(fitToPane({ width: 4000, height: 2250 }, pane, 0).seen).toEqual({
      width: 800,
      height: 450,
    });
  });
  it('swaps width and height of a rotated picture', () => {
    const { element, seen } = fitToPane({ width: 4000, height: 2000 }, pane, 90);
    expect(seen).toEqual({ width: 300, height: 600 });
    expect(element).toEqual({ width: 600, height: 300 });
  });
  it('returns zero for a picture of unknown size', () => {
    expect(fitToPane({ width: 0, height: 0 }, pane, 0).seen).toEqual({ width: 0, height: 0 });
  });
});

describe('transformOf', () => {
  it('moves, rotates, then scales', () => {
    const css = transformOf({ scale: 1.5, x: 10, y: -4, rotation: 90 });
    expect(css).toBe('translate(10px, -4px) rotate(90deg) scale(1.5)');
  });
});

describe('positionOf', () => {
  it('is restored on a screen of another size', () => {
    const view = run(
      filled,
      { type: 'zoom', factor: 2 },
      { type: 'pan', dx: 200, dy: -150 },
      { type: 'rotate' },
    );
    const wanted = positionOf(view);
    const restored = run(
      { ...START, wanted },
      { type: 'measure', pane: { width: 400, height: 300 } },
      { type: 'show', pictures: filled.pictures },
    );
    expect(restored).toMatchObject({ scale: 2, rotation: 90, wanted: null });
    expect(positionOf(restored)).toEqual(wanted);
  });
  it('is not restored after the person has moved the picture', () => {
    const wanted = { scale: 2, x: 0.1, y: 0, rotation: 0 } as const;
    expect(run({ ...filled, wanted }, { type: 'rotate' }).wanted).toBeNull();
  });
});
