import { expect, test } from 'vitest';
import { accentColors, contrast, readable, textOn } from './colors.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

test('a color that is readable stays, and others change as little as needed', () => {
  expect(readable('#3552d0', '#ffffff', 4.5)).toBe('#3552d0');
  const darkened = readable('#ffff00', '#ffffff', 4.5);
  expect(contrast(darkened, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(darkened, '#ffffff')).toBeLessThan(5);
});

test.each(['#ffff00', '#111111', '#ffffff', '#000000', '#e8590c', '#3552d0'])(
  'with %s, links and buttons can be read in both schemes',
  (color) => {
    const { light, dark } = accentColors(color);
    const ratios = [
      contrast(light.accent, '#ffffff'),
      contrast(light.accent, '#f1f3f5'),
      contrast(dark.accent, '#111318'),
      contrast(dark.accent, '#2c313a'),
      contrast(light.filled, light['on-filled']),
      contrast(dark.filled, dark['on-filled']),
      contrast(color, textOn(color)),
      contrast(light.control, '#ffffff'),
      contrast(dark.control, '#ffffff'),
    ];
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark.control, '#16191f')).toBeGreaterThanOrEqual(3);
  },
);
