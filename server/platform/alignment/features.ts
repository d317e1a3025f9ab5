import { withCvObjects, type Mat, type OpenCv } from './opencv.ts';
import { sharp } from '../sharp.ts';

/** Grayscale, one byte per pixel. */
export type GreyPicture = { pixels: Uint8Array; width: number; height: number };

export async function readGrey(path: string, width: number): Promise<GreyPicture> {
  const { data, info } = await sharp(path)
    .resize({ width, withoutEnlargement: true })
    .toColourspace('b-w')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

export const WORDS = 8;

export type Features = { points: Float32Array; descriptors: Uint32Array; count: number };

/** Features are spread over these cells; otherwise one building could use up all features. */
const CELLS = [16, 12] as const;
/**
 * Eight pyramid levels, each 1.2 times smaller (ORB's defaults). Faint corners count, because haze hides all others.
 */
const ORB = [1.2, 8, 24, 0, 2] as const;
const PATCH = 31;
const FAST_THRESHOLD = 8;

export function matOf(cv: OpenCv, { pixels, width, height }: GreyPicture): Mat {
  const mat = new cv.Mat(height, width, cv.CV_8UC1);
  mat.data.set(pixels);
  return mat;
}

export function findFeatures(cv: OpenCv, picture: GreyPicture, most: number): Features {
  return withCvObjects(cv, (hold) => {
    const mat = hold(matOf(cv, picture));
    const orb = hold(new cv.ORB(most * 2, ...ORB, cv.ORB_HARRIS_SCORE, PATCH, FAST_THRESHOLD));
    const found = hold(new cv.KeyPointVector());
    orb.detect(mat, found, hold(new cv.Mat()));
    const kept = hold(new cv.KeyPointVector());
    for (const one of selectSpread(found, picture, most)) kept.push_back(one);
    const descriptors = hold(new cv.Mat());
    orb.compute(mat, kept, descriptors);
    const count = kept.size();
    const points = new Float32Array(count * 2);
    for (let i = 0; i < count; i++) {
      const { x, y } = kept.get(i).pt;
      points[i * 2] = x;
      points[i * 2 + 1] = y;
    }
    const bytes = descriptors.data.slice(0, count * WORDS * 4);
    return { points, descriptors: new Uint32Array(bytes.buffer), count };
  });
}

type Found = {
  size(): number;
  get(index: number): { pt: { x: number; y: number }; response: number };
};
type ItemOf<F extends Found> = ReturnType<F['get']>;

function selectSpread<F extends Found>(
  found: F,
  { width, height }: GreyPicture,
  most: number,
): ItemOf<F>[] {
  const all = Array.from({ length: found.size() }, (_, i) => found.get(i) as ItemOf<F>);
  all.sort((a, b) => b.response - a.response);
  const [across, down] = CELLS;
  const share = Math.ceil(most / (across * down));
  const taken = new Uint16Array(across * down);
  const [kept, left]: [ItemOf<F>[], ItemOf<F>[]] = [[], []];
  for (const one of all) {
    const column = Math.floor((one.pt.x / width) * across);
    const cell = Math.floor((one.pt.y / height) * down) * across + column;
    const before = taken[cell] ?? 0;
    taken[cell] = before + 1;
    (before < share ? kept : left).push(one);
  }
  return [...kept, ...left].slice(0, most);
}
