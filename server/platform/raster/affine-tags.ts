import type { Affine } from './georeference.ts';

/** GeoTIFF tags for the position of pixels (OGC 19-008, annex B.6). */
export type PlaceTags = {
  scale?: ArrayLike<number> | undefined;
  tiepoint?: ArrayLike<number> | undefined;
  transformation?: ArrayLike<number> | undefined;
  /** Whether positions refer to pixel centers instead of corners. */
  isPoint: boolean;
};

export function affineOfTags({ isPoint, ...tags }: PlaceTags): Affine | null {
  const affine = ofMatrix(tags.transformation) ?? ofScale(tags.scale, tags.tiepoint);
  if (!affine) return null;
  return invertibleOrNull(isPoint ? cornerOf(affine) : affine);
}

/** Six lines, the last two for the center of the first pixel (ESRI, "World files for raster datasets"). */
export function affineOfWorldFile(text: string): Affine | null {
  const lines = text.trim().split(/\s+/);
  if (lines.length !== 6) return null;
  const [a, d, b, e, c, f] = lines.map((line) => Number(line.replace(',', '.')));
  return invertibleOrNull(cornerOf([a ?? NaN, b ?? NaN, c ?? NaN, d ?? NaN, e ?? NaN, f ?? NaN]));
}

function ofMatrix(matrix: PlaceTags['transformation']): Affine | null {
  if (matrix?.length !== 16) return null;
  const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = Array.from(matrix);
  return [a, b, c, d, e, f];
}

function ofScale(scale: PlaceTags['scale'], tiepoint: PlaceTags['tiepoint']): Affine | null {
  if (!scale || !tiepoint || scale.length < 2 || tiepoint.length < 6) return null;
  const [across = 0, down = 0] = Array.from(scale);
  const [column = 0, row = 0, , x = 0, y = 0] = Array.from(tiepoint);
  return [across, 0, x - column * across, 0, -down, y + row * down];
}

const cornerOf = ([a, b, c, d, e, f]: Affine): Affine => [
  a,
  b,
  c - (a + b) / 2,
  d,
  e,
  f - (d + e) / 2,
];

const invertibleOrNull = (affine: Affine): Affine | null => {
  const [a, b, , d, e] = affine;
  return affine.every(Number.isFinite) && a * e - b * d !== 0 ? affine : null;
};
