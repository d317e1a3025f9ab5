import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { findFeatures, type Features } from './features.ts';
import { readGrey, type GreyPicture } from './grey-picture.ts';
import type { OpenCv } from './opencv.ts';

/** A picture and what it can be recognized by. */
export type View = { picture: GreyPicture; features: Features };

/** Who looks at a picture: `width` pixels at the most, for `most` features at the most. */
export type Look = { width: number; most: number };

/** Five photos that are laid on one another, at both widths: up to 3 MB each. */
const RECENT = 10;
const recent = new LRUCache<string, View>({ max: RECENT });

/** Reads a picture of ours, or finds it among those seen last: the reference is one of every pair of its viewpoint. */
export async function viewOf(cv: OpenCv, path: string, { width, most }: Look): Promise<View> {
  const { mtimeMs, size } = await stat(path);
  const key = [path, mtimeMs, size, width, most].join(' ');
  const seen = recent.get(key);
  if (seen) return seen;
  const picture = await readGrey(path, width);
  const view = { picture, features: findFeatures(cv, picture, most) };
  recent.set(key, view);
  return view;
}
