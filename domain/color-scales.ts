import type { RasterType } from './rasters.ts';

type Color = readonly [red: number, green: number, blue: number];

export type ColorScale = readonly Color[];

/** For heights: matplotlib's viridis, which is perceptually uniform (S. van der Walt, N. Smith). */
const VIRIDIS: ColorScale = [
  [68, 1, 84],
  [72, 36, 117],
  [65, 68, 135],
  [53, 95, 141],
  [42, 120, 142],
  [33, 145, 140],
  [34, 168, 132],
  [68, 191, 112],
  [122, 209, 81],
  [189, 223, 38],
  [253, 231, 37],
];

const INFERNO: ColorScale = [
  [0, 0, 4],
  [22, 11, 57],
  [66, 10, 104],
  [106, 23, 110],
  [147, 38, 103],
  [188, 55, 84],
  [221, 81, 58],
  [243, 120, 25],
  [252, 165, 10],
  [246, 215, 70],
  [252, 255, 164],
];

/** For plant vigor: RdYlGn by C. Brewer, colorbrewer2.org. */
const RED_YELLOW_GREEN: ColorScale = [
  [165, 0, 38],
  [215, 48, 39],
  [244, 109, 67],
  [253, 174, 97],
  [254, 224, 139],
  [255, 255, 191],
  [217, 239, 139],
  [166, 217, 106],
  [102, 189, 99],
  [26, 152, 80],
  [0, 104, 55],
];

/** For material removed (red) and added (blue): RdBu by C. Brewer, colorbrewer2.org. */
export const CHANGE_SCALE: ColorScale = [
  [103, 0, 31],
  [178, 24, 43],
  [214, 96, 77],
  [244, 165, 130],
  [253, 219, 199],
  [247, 247, 247],
  [209, 229, 240],
  [146, 197, 222],
  [67, 147, 195],
  [33, 102, 172],
  [5, 48, 97],
];

export function scaleOf(type: Exclude<RasterType, 'orthophoto'>): ColorScale {
  if (type === 'thermal') return INFERNO;
  return type === 'multispectral' ? RED_YELLOW_GREEN : VIRIDIS;
}

export const gradientOf = (scale: ColorScale): string =>
  `linear-gradient(to right, ${scale.map((color) => `rgb(${color.join(' ')})`).join(', ')})`;

export function colorTable(scale: ColorScale, size = 256): Uint8Array {
  const table = new Uint8Array(size * 3);
  for (let index = 0; index < size; index++) {
    const place = (index / (size - 1)) * (scale.length - 1);
    const step = Math.min(scale.length - 2, Math.floor(place));
    const [from, to] = [scale[step] ?? [0, 0, 0], scale[step + 1] ?? [0, 0, 0]];
    for (let channel = 0; channel < 3; channel++) {
      const [low = 0, high = 0] = [from[channel], to[channel]];
      table[index * 3 + channel] = Math.round(low + (high - low) * (place - step));
    }
  }
  return table;
}
